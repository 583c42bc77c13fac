// Every program of up to n statements over a small alphabet, on two ranks and every run of each:
// verify() and the explorer agree. Random programs visit large corners; these leave nothing out of
// the small ones.

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "models/expand.h"
#include "models/parser.h"
#include "tests/oracle/agreement.h"
#include "tests/oracle/explorer.h"
#include "verify/verdict.h"

namespace stretto {
namespace {

struct Alphabet {
  std::vector<std::string> letters;  // statements
  size_t length_max = 3;
  int num_calls = 1;
  bool is_monotone = true;  // without phase waits, whose condition may pass again
};

constexpr std::string_view kHead = R"(schedule small computes all_gather
shard A[ring tp] : [M/tp, K]
weight W : [K, K]
buffer x[ring tp] : [M/tp, K]; y[ring tp] : [M/tp, K]
signal f; g; pad
stream c
rank r:
  given x[r] = A(r)
)";

std::string text_of(const std::vector<std::string>& statements) {
  std::string text(kHead);
  for (const std::string& statement : statements) text += "  " + statement + "\n";
  return text + "  ensure x[*] = A(*)\n";
}

struct Count {
  std::map<std::string, int> by_class;
  int disagreements = 0;
};

// Where the order of events decides, verify() may refuse more than goes wrong, never less.
std::string safe_side(const oracle::Exploration& found, const Verdict& verdict) {
  const bool is_alike = found.hangs_alike && found.least_hangs_alike && found.contents_alike;
  const bool is_good = is_alike && found.never_end.empty() && found.races.empty();
  for (const Violation& v : verdict.violations) {
    if (v.check == Check::kDeadlock || v.check == Check::kRace) return "";
  }
  return is_good ? "" : "verify() says that this neither hangs nor races";
}

void compare(const std::vector<std::string>& statements, const Alphabet& alphabet, Count& count) {
  const std::string text = text_of(statements);
  ExpandOptions options;
  options.tp = TpSize{2};
  options.num_calls = alphabet.num_calls;
  Program program = expand(parse(text, "small.sched"), options);
  const oracle::Exploration found = oracle::explore(program);
  ASSERT_FALSE(found.is_too_large) << text;
  ++count.by_class[oracle::class_of(found)];
  const Verdict verdict = verify(program);
  const std::string difference = alphabet.is_monotone
                                     ? oracle::disagreement(program, found, verdict)
                                     : safe_side(found, verdict);
  if (difference.empty()) return;
  ++count.disagreements;
  ADD_FAILURE() << text << difference;
}

void extend(const Alphabet& alphabet, std::vector<std::string>& statements, Count& count) {
  if (count.disagreements >= 3) return;  // more of the same helps nobody
  compare(statements, alphabet, count);
  if (statements.size() == alphabet.length_max) return;
  for (const std::string& letter : alphabet.letters) {
    statements.push_back(letter);
    extend(alphabet, statements, count);
    statements.pop_back();
  }
}

void try_all(const Alphabet& alphabet) {
  Count count;
  std::vector<std::string> statements;
  extend(alphabet, statements, count);
  for (const auto& [name, number] : count.by_class) std::cerr << name << " " << number << "  ";
  std::cerr << "\n";
}

TEST(small_programs, one_sided) {
  try_all({{"copy y[r]@(r+1) = x[r] via ce on c", "copy x[r+1] = y[r+1] via ce",
            "copy y[r] = x[r+1]@(r+1) via ce", "bump f@(r+1) on c", "wait f += 1", "barrier",
            "fork c", "join c"},
           4,
           1,
           true});
}

TEST(small_programs, one_sided_twice) {
  try_all({{"copy y[r]@(r+1) = x[r] via ce", "copy x[r+1] = y[r+1] via ce", "bump f@(r+1)",
            "wait f += 1", "bump g@(r+1)", "wait g += 1"},
           4,
           2,
           true});
}

TEST(small_programs, two_sided) {
  try_all(
      {{"send x[r] -> r+1 on c", "recv x[r+1] <- r+1", "send x[r] -> r+1", "recv y[r] <- r+1 on c",
        "group: send x[r] -> r+1; recv y[r+1] <- r+1", "gemm y[r] = x[r] * W on c",
        "if r == 0: recv y[0] <- 1", "if r == 1: send x[1] -> 0", "join c"},
       3,
       1,
       true});
}

TEST(small_programs, collectives) {
  try_all({{"all_gather x[*] = x[r]", "all_reduce y[0] = x[r] on c", "reduce_scatter y[r] = x[*]",
            "barrier pad", "barrier pad on c", "barrier on c", "if r == 0: barrier", "fork c",
            "join c"},
           3,
           1,
           true});
}

TEST(small_programs, launches) {
  try_all({{"kernel on c sms(1): copy y[r]@(r+1) = x[r] via sm(1); bump f@(r+1); wait f += 1",
            "gemm on c: part y[r] = x[r] * W when f += 1; part x[r+1] = x[r] * W when g >= 1",
            "copy x[r+1] = y[r+1] via sm(2) bump g each", "bump g", "bump f@(r+1) by 2 on c",
            "copy y[r]@(r+1) = x[r] via ce nb on c", "flush on c", "sync c", "join c"},
           3,
           1,
           true});
}

TEST(small_programs, sets) {
  try_all({{"set f = 0", "set f = 1 on c", "bump f", "bump f@(r+1) on c", "wait f >= 1", "barrier",
            "fork c", "join c"},
           3,
           1,
           true});
}

TEST(small_programs, phases) {
  try_all({{"wait f mod 2 == 1", "wait f mod 2 == 0", "bump f@(r+1)", "bump f on c", "barrier",
            "fork c", "join c"},
           4,
           1,
           false});
}

TEST(small_programs, host_threads) {
  try_all({{"thread t: wait f += 1 on c", "thread t: copy y[r]@(r+1) = x[r] via ce on c",
            "thread t: sync c", "thread t: bump g@(r+1) on c", "bump f@(r+1)", "wait g += 1",
            "copy x[r+1] = y[r+1] via ce", "barrier"},
           3,
           1,
           true});
}

}  // namespace
}  // namespace stretto
