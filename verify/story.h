#ifndef STRETTO_VERIFY_STORY_H_
#define STRETTO_VERIFY_STORY_H_

// Pieces of which violations' messages are made.

#include <span>
#include <string>
#include <vector>

#include "verify/verdict.h"

namespace stretto {

OpReference reference(const Program& program, int32_t op);
/// "rank 2", "ranks 0, 1, 2", "ranks 0..63"
std::string ranks_text(std::span<const Rank> ranks);
/// Sorted, each once.
std::vector<Rank> unique_ranks(std::vector<Rank> ranks);
/// Names joined by commas, cut after `max` with ".. (n in all)".
std::string list_text(const std::vector<std::string>& names, size_t max);
/// The statement of an op, for grouping: ops of one statement fail together.
int32_t statement_of(const Program& program, int32_t op);

/// Adds violations of one kind: those with an equal key are one story, told for the first of them,
/// with all their ranks, and how many there are.
class Stories {
 public:
  explicit Stories(std::vector<Violation>& out) : out_(out) {}
  /// Returns true when the key is new: then the violation is added as it stands.
  bool add(const std::string& key, Violation violation);
  /// Completes the messages ("and n more like it") and sorts ranks.
  void finish();

 private:
  struct Entry {
    std::string key;
    size_t index = 0;
    size_t count = 1;
  };
  std::vector<Violation>& out_;
  std::vector<Entry> entries_;
};

}  // namespace stretto

#endif  // STRETTO_VERIFY_STORY_H_
