#ifndef STRETTO_TESTS_ORACLE_SLOW_WALKER_H_
#define STRETTO_TESTS_ORACLE_SLOW_WALKER_H_

// One rank's walk through the body of a schedule: statements in, ops out, in the order of the text.
// State that outlives a call (events, signal accounts, the last op of each stream) stays in the
// walker.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/oracle/listing.h"
#include "tests/oracle/slow_scope.h"
#include "tests/oracle/slow_values.h"

namespace stretto::oracle {

/// What a rank remembers across calls and across the runs of a sequence.
struct RankMemory {
  std::map<std::string, int> last_on_stream;  // op
  std::map<std::string, int> events;          // "run 0 g[1]": op, or kHappened
  std::map<std::string, int> accounts;        // signal: how much was awaited so far
};

class SlowWalker {
 public:
  SlowWalker(const Scope& scope, const Speaker& speaker, int run, RankMemory& memory,
             std::vector<PlainOp>& ops)
      : scope_(scope), speaker_(speaker), run_(run), memory_(memory), ops_(ops) {}

  /// Entry, body, exit of one call.
  void walk_call();

 private:
  using Statement = syntax::Statement;
  struct Def {
    const Statement* statement = nullptr;
    Env env;
  };

  void post_entry();
  void post_exit();
  void walk(const std::vector<Statement>& body, Env env);
  void step(const Statement& statement, Env& env);
  bool step_control(const Statement& statement, Env& env);
  bool step_streams(const Statement& statement, const Env& env);
  void step_op(const Statement& statement, const Env& env);
  void call_def(const Statement& statement, const Env& env);

  PlainOp make_op(const std::string& kind, const Statement& statement, const Env& env);
  int post(PlainOp op, const Statement& statement, const Env& env);
  void post_container(const Statement& statement, const Env& env);
  void post_waiting(const std::string& stream, const std::vector<std::string>& for_streams,
                    const Statement& statement);

  void fill_math(PlainOp& op, const Statement& statement, const Env& env);
  void fill_signals(PlainOp& op, const Statement& statement, const Env& env);
  void fill_peers(PlainOp& op, const Statement& statement, const Env& env);
  std::vector<std::string> place(const syntax::PlaceRef& reference, const Env& env, PlainOp& op);
  std::vector<std::string> signals(const syntax::PlaceRef& reference, const Env& env, PlainOp& op);
  std::vector<std::string> elements(const Array& array, const syntax::PlaceRef& reference,
                                    const Env& env, PlainOp& op);
  std::vector<std::string> streams(const syntax::PlaceRef& reference, const Env& env);
  void add_wait(PlainOp& op, const syntax::Condition& condition, const Env& env);
  std::string event_key(const syntax::PlaceRef& event, const Env& env) const;
  std::string communicator(const std::string& name, int peer) const;

  const Scope& scope_;
  const Speaker& speaker_;
  int run_ = 0;
  RankMemory& memory_;
  std::vector<PlainOp>& ops_;

  std::map<std::string, Def> defs_;
  std::map<std::string, int> threads_;
  int thread_ = 0;
  int container_ = -1;  // the group, kernel or gated gemm whose body is being walked
  int entry_ = -1;
  std::vector<PlainValue> expects_;
  bool expects_leave_bounds_ = false;
};

}  // namespace stretto::oracle

#endif  // STRETTO_TESTS_ORACLE_SLOW_WALKER_H_
