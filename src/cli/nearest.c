// The word that was meant. The library has a measure of this kind, too, but not in its public interface, and the tool uses
// nothing else.
#include <string.h>

#include "options.h"

static int least(int a, int b) {
  return a < b ? a : b;
}

// Edits that lead from one word to the other, insertions, deletions, changes; words of more than 31 letters are far.
static int edits(const char *a, const char *b) {
  enum { MAX = 32 };
  int n = (int)strlen(a), m = (int)strlen(b), line[MAX];
  if (n >= MAX || m >= MAX) return MAX;
  for (int j = 0; j <= m; j++) line[j] = j;
  for (int i = 1; i <= n; i++) {
    int corner = line[0];
    line[0] = i;
    for (int j = 1; j <= m; j++) {
      int change = corner + (a[i - 1] != b[j - 1]);
      corner = line[j];
      line[j] = least(change, least(line[j], line[j - 1]) + 1);
    }
  }
  return line[m];
}

const char *pw_cli_nearest(const char *word, const char *const *words, int count) {
  const char *near = NULL;
  size_t n = strlen(word);
  int best = 3;  // two edits are a slip, three are another word
  for (int i = 0; i < count; i++) {
    if (n >= 3 && strncmp(word, words[i], n) == 0) return words[i];
    int d = edits(word, words[i]);
    if (n >= 3 && d < best && d < (int)n) {
      best = d;
      near = words[i];
    }
  }
  return near;
}
