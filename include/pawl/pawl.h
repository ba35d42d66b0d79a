// The public interface of pawl: include this.
#ifndef PAWL_PAWL_H
#define PAWL_PAWL_H
#include "pawl/model.h"
#include "pawl/report.h"
#include "pawl/run.h"
#include "pawl/status.h"
#include "pawl/study.h"
#endif
