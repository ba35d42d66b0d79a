// A YAML text as a tree of nodes, every node and key with its place. Limits keep hostile files harmless.
#ifndef PW_NODE_H
#define PW_NODE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/messages.h"
#include "base/place.h"

enum {
  PW_NODE_MAX_BYTES = 16 << 20,
  PW_NODE_MAX_DEPTH = 64,
  PW_NODE_MAX_ANCHORS = 256,
  PW_NODE_MAX_VISITS = 1000000  // nodes that a walk meets, an aliased one each time
};

typedef enum { PW_NODE_SCALAR, PW_NODE_LIST, PW_NODE_MAP } PwNodeKind;

typedef struct PwNode PwNode;
struct PwNode {
  PwNodeKind kind;
  PwPlace place;          // an aliased node carries the place of what its anchor names
  const char *text;       // SCALAR; "" if nothing was written
  bool quoted;            // SCALAR in '' or "": the text begins one column after place
  int32_t count;          // LIST, MAP
  const PwNode **item;    // LIST, MAP: the values
  const char **key;       // MAP, in file order
  PwPlace *key_place;     // MAP
  int32_t visits, depth;  // nodes and levels of collections in this branch
};

// Composes the one document of `text`. Nodes live in `arena`. PAWL_ERR_INPUT with messages if it cannot be done.
PawlStatus pw_node_parse(const char *file, const char *text, size_t length, PwArena *arena, PawlMessages *messages,
                         const PwNode **out);

// Is it text that YAML can hold? UTF-8 without control characters.
bool pw_node_check_text(const char *file, const char *text, size_t length, PawlMessages *messages);

// The value of a key; NULL if the map (or empty scalar) has none.
const PwNode *pw_node_get(const PwNode *map, const char *key);
// Nothing was written here: `key:`.
bool pw_node_is_empty(const PwNode *node);

// The whole of a file, at most PW_NODE_MAX_BYTES; a larger one is refused before it is read. free() the text.
// `regular`: only a regular file will do (no pipe, no device).
PawlStatus pw_file_read(const char *path, bool regular, PwPlace place, PawlMessages *messages, char **text, size_t *length);
#endif
