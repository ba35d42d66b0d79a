// Which contacts are looked at. Of few pairs all of them are. Of many (a list of bodies) those whose boxes come near each other:
// every boundary has a box in ground axes, wider by its drift, and pairs are near where two of these meet. As long as no boundary
// has moved by more than its drift, nothing else can touch; then the list is made anew.
//
// Drifts are a part of the margins of searches, so that most searches hold as long as the list does: these pairs are searched
// when it is made, and have no switching function of their own.
#ifndef PW_NEAR_H
#define PW_NEAR_H
#include "contact/touches.h"

static const double PW_EARLY = 0.1;  // of a reach or a drift: a search is due by so much before it is used up

// All contacts, or none as long as pw_near_find has not been called.
PawlStatus pw_near_create(PwTouches *t);
void pw_near_free(PwTouches *t);
// Is there anything to be found anew as the bodies move?
static inline bool pw_near_moves(const PwTouches *t) {
  return t->field != NULL;
}
// Makes the list as the bodies of `m` stand. What was in it keeps its memory, what comes has none and is to be searched; contacts
// that have touches stay. `whole`: by circles or balls around the boundaries, whatever lies within them, as overlaps at the start
// need it.
PawlStatus pw_near_find(PwTouches *t, const PwMotion *m, bool whole);
// Motion left until the list must be made anew, and how far below zero that may fall until it is.
double pw_near_left(const PwTouches *t, const PwMotion *m);
double pw_near_slack(const PwTouches *t);
// A search, or a list, of this moment: what the pair's reach needs for it to hold as long as the list. Does it? If not, it is to
// be searched, or has a function of its own.
void pw_near_measure(const PwTouches *t, const PwMotion *m, PwNear *near);
static inline bool pw_near_is_covered(const PwNear *near) {
  return near->pair.reach >= near->need;
}
// The touches of each contact, in their order: from near[].touch on by next[], -1 behind the last.
void pw_near_chain(PwTouches *t);
// The entry of a contact; NULL: it is not near.
PwNear *pw_near_get(const PwTouches *t, int32_t contact);
// A contact that has a touch is near.
PawlStatus pw_near_add(PwTouches *t, int32_t contact);

// Switching functions of searches: of contacts whose searches do not hold as long as the list, then one of the list itself. Which
// they are is taken down between segments.
void pw_near_list_searches(PwTouches *t);
static inline int32_t pw_near_functions(const PwTouches *t) {
  return t->searched + pw_near_moves(t);
}
// The contact that function g < pw_near_functions is the search of; PW_NEAR_LIST: it is that of the list.
enum { PW_NEAR_LIST = INT32_MAX };
static inline int32_t pw_near_search_of(const PwTouches *t, int32_t g) {
  return g < t->searched ? t->searches_of[g] : PW_NEAR_LIST;
}

// What a checkpoint has of it: where the bodies stood, as many as pw_near_stood numbers; NULL: nothing moves.
double *pw_near_stood(const PwTouches *t, int32_t *count);
// A list of as many entries as a checkpoint has, to be filled in; and is it one of this mechanism?
PawlStatus pw_near_resize(PwTouches *t, int32_t count);
bool pw_near_is_valid(const PwTouches *t);
#endif
