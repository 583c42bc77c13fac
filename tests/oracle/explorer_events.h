#ifndef STRETTO_TESTS_ORACLE_EXPLORER_EVENTS_H_
#define STRETTO_TESTS_ORACLE_EXPLORER_EVENTS_H_

// A Program as events and their guards: the order section of models/program.h, line by line.

#include <bitset>
#include <cstdint>
#include <map>
#include <vector>

#include "models/program.h"

namespace stretto::oracle {

constexpr size_t kMaxEvents = 256;
using EventSet = std::bitset<kMaxEvents>;

enum class Mode : uint8_t { kLeastOrdering, kMostBlocking };

struct SignalChange {
  int32_t signal = 0;
  int32_t amount = 0;
};

struct Event {
  int32_t op = -1;
  EventSet needs;         // events that must have happened
  bool is_never = false;  // waits for something that does not exist
  std::vector<SignalWait> waits;
  std::vector<SignalChange> bumps;
  std::vector<SignalChange> sets;
};

/// An interval in which an op touches a slot or a signal.
enum class Touch : uint8_t { kRead, kWrite, kBump, kWait, kSet, kPad };
struct Access {
  int32_t op = -1;
  Touch touch = Touch::kRead;
  int32_t where = 0;  // slot or signal
  int32_t from = 0;   // event
  int32_t to = 0;     // event
};

struct EventSystem {
  std::vector<Event> events;
  std::vector<int32_t> start;  // by op: event
  std::vector<int32_t> end;
  std::vector<int32_t> land;  // non-blocking copies; -1 for others
  std::vector<Access> accesses;
  bool is_too_large = false;
};

EventSystem events_of(const Program& program, Mode mode);

/// The value of a signal is its bumps that have happened; a signal that some op sets keeps its own
/// count.
class Counters {
 public:
  explicit Counters(const EventSystem& system);
  using Values = std::vector<int32_t>;  // of the signals that are set somewhere
  Values initial() const { return Values(index_.size(), 0); }
  void happen(const Event& event, Values& values) const;
  bool holds(const SignalWait& wait, const EventSet& done, const Values& values) const;

 private:
  struct Bump {
    int32_t event = 0;
    int32_t amount = 0;
  };
  std::map<int32_t, size_t> index_;             // signals that are set
  std::map<int32_t, std::vector<Bump>> bumps_;  // of the others
};

bool is_enabled(const Event& event, const EventSet& done, const Counters& counters,
                const Counters::Values& values);

}  // namespace stretto::oracle

#endif  // STRETTO_TESTS_ORACLE_EXPLORER_EVENTS_H_
