#define _GNU_SOURCE  // _SC_NPROCESSORS_ONLN
#include "study/crew.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "study/worker.h"

enum { THREADS_MOST = 1024 };

// Shared by the threads; all but `stop` under the lock.
typedef struct {
  const PawlStudy *study;
  const PawlStudyOptions *options;
  PwJournal *journal;
  PawlMessages *messages;
  PwRecord known;  // scratch: a record that is there
  PwTally tally;
  int64_t next, step;  // number of the next sample, and from one to the next
  int32_t running;     // threads
  PawlStatus status;
  atomic_bool stop;
  pthread_mutex_t lock;
  pthread_cond_t changed;
} Crew;

void pw_tally_count(PwTally *tally, const PawlStudy *s, const PwRecord *record) {
  bool met = record->status == PAWL_OK;
  for (int32_t i = 0; i < s->conditions; i++) met &= record->met[i];
  tally->done++;
  tally->failed += record->status != PAWL_OK;
  tally->met += met;
}

void pw_tell_sample(const PawlStudyOptions *o, const PwRecord *r) {
  const PawlStudySample sample = {.size = sizeof sample,
                                  .status = r->status,
                                  .number = r->number,
                                  .parameter = r->parameter,
                                  .result = r->result,
                                  .met = r->met,
                                  .message = r->message};
  if (o->sample) o->sample(o->user, &sample);
}

// The number of a sample that is not there yet; 0: there is none.
static int64_t take(Crew *c) {
  pthread_mutex_lock(&c->lock);
  while (c->journal && c->next <= c->study->samples && pw_journal_read(c->journal, c->next, &c->known)) c->next += c->step;
  int64_t number = c->next <= c->study->samples && c->status == PAWL_OK ? c->next : 0;
  c->next += c->step;
  pthread_mutex_unlock(&c->lock);
  return number;
}

static void give(Crew *c, const PwRecord *r) {
  pthread_mutex_lock(&c->lock);
  if (c->journal && c->status == PAWL_OK) c->status = pw_journal_write(c->journal, r, c->messages);
  if (c->status == PAWL_OK) {
    pw_tally_count(&c->tally, c->study, r);
    c->tally.now++;
    pw_tell_sample(c->options, r);
  }
  pthread_cond_signal(&c->changed);
  pthread_mutex_unlock(&c->lock);
}

static void leave(Crew *c, PawlStatus status) {
  pthread_mutex_lock(&c->lock);
  if (c->status == PAWL_OK) c->status = status;
  c->running--;
  pthread_cond_signal(&c->changed);
  pthread_mutex_unlock(&c->lock);
}

static void *work(void *user) {
  Crew *c = user;
  PwWorker w;
  PwRecord record;
  PawlStatus status = pw_worker_create(c->study, &c->stop, &w);
  if (status == PAWL_OK) status = pw_record_create(c->study, &w.arena, &record);
  while (status == PAWL_OK && !atomic_load(&c->stop)) {
    if ((record.number = take(c)) == 0) break;
    pw_design_values(c->study, record.number - 1, record.parameter);
    status = pw_worker_run(&w, &record);
    if (status == PAWL_OK) give(c, &record);
  }
  pw_worker_free(&w);
  leave(c, status);
  return NULL;
}

// What is there already.
static void look_back(Crew *c) {
  for (int64_t n = c->next; n <= c->study->samples; n += c->step) {
    c->tally.samples++;
    if (c->journal && pw_journal_read(c->journal, n, &c->known)) pw_tally_count(&c->tally, c->study, &c->known);
  }
}

// Tells how far it is ten times a second, until all threads have ended.
static void watch(Crew *c) {
  const PawlStudyOptions *o = c->options;
  pthread_mutex_lock(&c->lock);
  while (c->running > 0) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 100000000;
    if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
    pthread_cond_timedwait(&c->changed, &c->lock, &until);
    int64_t done = c->tally.done, samples = c->tally.samples;
    if (c->status) atomic_store(&c->stop, true);
    pthread_mutex_unlock(&c->lock);
    bool stop = o->progress && o->progress(o->user, done, samples);
    pthread_mutex_lock(&c->lock);
    if (stop && done < samples) {
      atomic_store(&c->stop, true);
      if (c->status == PAWL_OK) c->status = PAWL_ERR_CANCELLED;
    }
  }
  pthread_mutex_unlock(&c->lock);
}

static int32_t thread_count(const Crew *c) {
  long wanted = c->options->threads > 0 ? c->options->threads : sysconf(_SC_NPROCESSORS_ONLN);
  int64_t left = c->tally.samples - c->tally.done;
  if (wanted > THREADS_MOST) wanted = THREADS_MOST;
  if (wanted > left) wanted = (long)left;
  return wanted < 1 ? 1 : (int32_t)wanted;
}

static void run_threads(Crew *c, pthread_t *thread) {
  int32_t started = 0;
  c->running = c->tally.threads;
  for (int32_t i = 0; i < c->tally.threads; i++) {
    if (pthread_create(&thread[started], NULL, work, c) == 0) {
      started++;
    } else {
      leave(c, started ? PAWL_OK : PAWL_ERR_MEMORY);  // fewer will do
    }
  }
  watch(c);
  for (int32_t i = 0; i < started; i++) pthread_join(thread[i], NULL);
}

PawlStatus pw_crew_run(const PawlStudy *s, const PawlStudyOptions *options, PwJournal *journal, PawlMessages *messages,
                       PwTally *out) {
  Crew c = {.study = s, .options = options, .journal = journal, .messages = messages, .next = 1, .step = 1};
  PwArena arena = {0};
  if (options->parts) c.next = options->part, c.step = options->parts;
  PawlStatus status = pw_record_create(s, &arena, &c.known);
  if (status == PAWL_OK) {
    look_back(&c);
    c.tally.threads = thread_count(&c);
    pthread_t *thread = pw_arena_array(&arena, (size_t)c.tally.threads, sizeof *thread);
    pthread_mutex_init(&c.lock, NULL);
    pthread_cond_init(&c.changed, NULL);
    atomic_init(&c.stop, false);
    c.status = thread ? PAWL_OK : PAWL_ERR_MEMORY;
    if (thread && c.tally.done < c.tally.samples) run_threads(&c, thread);
    pthread_cond_destroy(&c.changed);
    pthread_mutex_destroy(&c.lock);
    status = c.status;
  }
  pw_arena_free(&arena);
  *out = c.tally;
  if (status == PAWL_ERR_MEMORY) pw_fail(messages, status, PW_NOWHERE, "out of memory");
  return status;
}
