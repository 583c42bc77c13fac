#ifndef STRETTO_TESTS_PROPERTIES_RANDOM_PROGRAM_H_
#define STRETTO_TESTS_PROPERTIES_RANDOM_PROGRAM_H_

// Small random schedules for RapidCheck, small enough to be explored state by state.
//
//   const RandomProgram random = *random_program();
//   Program program = expand(parse(to_text(random), "random.sched"), options_of(random));
//
// A program is a list of pieces (a gemm, a put and its wait, an exchange, ..), each on a stream of
// its own choice. A tidy piece is chained to the one before by an event and stands between two
// barriers where it reaches another rank; an untidy one is neither, and one statement may be left
// out of the whole. So good schedules, races and hangs all are common. Pieces shrink to fewer and
// simpler ones.

#include <rapidcheck.h>

#include <ostream>
#include <string>
#include <vector>

#include "models/expand.h"

namespace stretto {

enum class PieceKind : int {
  kGemm,
  kCopy,
  kReduce,
  kAllGather,
  kAllReduce,
  kReduceScatter,
  kBarrier,
  kPadBarrier,
  kExchange,       // a group
  kOrderedPair,    // odd ranks receive first
  kUnorderedPair,  // all ranks send first
  kPut,
  kGet,
  kPutAndWait,   // the put bumps a counter that the receiver awaits
  kSharedPut,    // the same, share by share, by a kernel
  kKernel,       // copy, bump, wait in one launch
  kGatedGemm,    // parts behind counters that another stream bumps
  kNonBlocking,  // a put that lands by its flush
  kFanOut,       // every other rank's counter is bumped, and a number of bumps awaited
  kRelay,        // a kernel with a barrier in it
  kSync,
  kPairs,       // an exchange on two streams, over a communicator of two
  kHalves,      // a collective of the ranks of equal parity
  kAccumulate,  // gemm +=, or with an addend or the bias
  kWholeCopy,   // all slots at once
  kSet,
  kCount,
};

struct Piece {
  int kind = 0;    // PieceKind
  int stream = 0;  // 0 main, 1 c, 2 d
  int other_stream = 0;
  int a = 0;  // slots and counters
  int b = 0;
  int hop = 1;  // to which rank
  bool is_untidy = false;
  bool is_lopsided = false;  // rank 0 leaves its first statement out
  bool has_thread = false;   // posted by a second host thread, on d
};

struct RandomProgram {
  int tp = 2;
  int num_calls = 1;
  bool is_quiet = false;
  bool is_filled = false;   // every slot is written at entry
  bool is_monotone = true;  // without `set`
  int left_out = -1;        // index of a statement, over all pieces; -1: none
  std::vector<Piece> pieces;
};

std::string to_text(const RandomProgram& random);
ExpandOptions options_of(const RandomProgram& random);
std::ostream& operator<<(std::ostream& out, const RandomProgram& random);
void showValue(const RandomProgram& random, std::ostream& out);

/// `with_sets`: some programs set counters, so that the order of events may matter.
rc::Gen<RandomProgram> random_program(bool with_sets = false);

}  // namespace stretto

#endif  // STRETTO_TESTS_PROPERTIES_RANDOM_PROGRAM_H_
