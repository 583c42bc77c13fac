#ifndef STRETTO_SIM_RANK_MATCH_H_
#define STRETTO_SIM_RANK_MATCH_H_

// What several ranks' traces say together. The n-th collective of an operation on one rank is the
// n-th of that operation on every other; an operation that ranks ran a different number of times is
// not matched. Copies to a peer have no partner and are left out.

#include <cstdint>
#include <string>
#include <vector>

#include "models/timeline.h"
#include "sim/overlap.h"

namespace stretto {

/// A collective that took much longer on one rank: it stood in there until the others arrived.
struct Spinning {
  std::string operation;
  int32_t number = 0;  // n-th of the operation, from 0
  int32_t waiting_rank = 0;
  int32_t late_rank = 0;
  int64_t waiting_ns = 0;  // duration on the waiting rank
  int64_t late_ns = 0;     // on the late rank
  friend bool operator==(const Spinning&, const Spinning&) = default;
};

/// Files have clocks of their own; a collective ends everywhere at about the same time.
struct FileClock {
  int32_t first_rank = 0;   // of the file, in Timeline::ranks
  int32_t num_matched = 0;  // collectives
  int64_t offset_ns = 0;    // to add for the first file's clock: the median
  int64_t residual_ns = 0;  // median distance of the matched ends from that
  friend bool operator==(const FileClock&, const FileClock&) = default;
};

struct RankMatch {
  std::vector<Spinning> spinning;      // longest wait first
  std::vector<FileClock> clocks;       // of every file but the first
  std::vector<std::string> unmatched;  // operations whose number differs between ranks
};

RankMatch match_ranks(const Timeline& timeline, const OverlapReport& report);

/// All files on the first one's clock.
Timeline aligned(Timeline timeline, const std::vector<FileClock>& clocks);

inline constexpr int64_t kMinSpinNs = 20'000;

}  // namespace stretto

#endif  // STRETTO_SIM_RANK_MATCH_H_
