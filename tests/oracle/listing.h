#ifndef STRETTO_TESTS_ORACLE_LISTING_H_
#define STRETTO_TESTS_ORACLE_LISTING_H_

// A Program in words: what two expanders have to agree on, and nothing else. Both slow_expand() and
// listing_of(Program) make one; canonical_dump() is what tests compare.
//
//   EXPECT_EQ(canonical_dump(slow_expand(file, options)), canonical_dump(listing_of(program)));
//
// Slots, signals and streams are names, ops are indices in `ops`. What the language leaves free is
// levelled by canonical_dump(): see there.

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace stretto::oracle {

struct PlainSignalUse {
  std::string signal;  // "flag[2]@1"
  int amount = 0;
};

struct PlainWait {
  std::string signal;
  int threshold = 0;
  int modulus = 0;
};

struct PlainValue {
  std::string slot;
  std::string value;  // value_text.h, as asked
};

struct PlainOp {
  std::string kind;  // "gemm", "gated_gemm", "part", .. as OpKind spells it
  int rank = 0;
  int call = 0;
  int thread = 0;
  int line = 0;     // of the statement; 0 for entry and exit
  int parent = -1;  // index in Listing::ops
  std::vector<std::string> streams;
  std::vector<std::string> dst;
  std::vector<std::string> src;
  std::vector<std::string> rhs;
  std::vector<std::string> addend;
  std::set<std::string> flags;  // "via ce", "accumulate", "bias", "nb", "each", "wire", "tree"
  std::vector<int> deps;        // ops; -1: an event never recorded
  std::vector<PlainSignalUse> signals;
  std::vector<PlainWait> waits;
  int peer = -1;
  std::string communicator;  // "rail {1 3}"
  int match = -1;            // of a send or recv
  bool has_meeting = false;
  std::vector<int> meeting;  // ops by member, -1 where one never comes
  int ctas = 0;
  int sms_min = 0;
  int sms_max = 0;
  std::vector<PlainValue> writes;   // entry
  std::vector<PlainValue> finds;    // entry, inside a sequence
  std::vector<PlainValue> expects;  // exit
  bool leaves_bounds = false;       // an index or a peer outside: its places are not compared
};

struct Listing {
  std::vector<std::string>
      head;                  // one fact a line: tp, calls, contracts, tensors, signals, streams
  std::vector<PlainOp> ops;  // rank by rank in posting order, children behind their parent
};

/// One line per fact and op. Levelled first, since the specification leaves them free:
///   - `after`, `fork`, `join` of one statement and stream are one op with a set of deps; without
///   deps
///     they are nothing;
///   - a place of one slot beside one of many is written once;
///   - thresholds that every counter has reached (0) are not written, deps are sorted;
///   - signals that a transport adds are numbered by first appearance ("aux0@1"); how their bumps
///   and
///     waits travel and by how many CTAs the copy between them goes is left out.
std::string canonical_dump(Listing listing);

/// The first lines in which two dumps differ, with what stands before them; empty when they are
/// equal.
std::string first_difference(const std::string& slow, const std::string& fast);

}  // namespace stretto::oracle

#endif  // STRETTO_TESTS_ORACLE_LISTING_H_
