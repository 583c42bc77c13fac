#include "models/printer.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "models/parser.h"
#include "tests/models/language_texts.h"

namespace stretto {
namespace {

/// A line as it may be written and as it is printed.
struct Row {
  std::string written;
  std::string printed;
};

syntax::Statement parse_line(const std::string& line) {
  return parse("schedule s computes all_gather\nrank r:\n  " + line + "\n", "line")
      .schedules.at(0)
      .body.at(0);
}

TEST(printer, one_line_for_every_statement) {
  const std::vector<Row> rows = {
      {"given x[ r,* ]=A( r ,*)", "given x[r, *] = A(r, *)"},
      {"ensure y = sum(q in 0..tp-1:X@q(r)*W@q) for n in 0 .. 1,l in 0..2",
       "ensure y = sum(q in 0..tp-1: X@q(r) * W@q) for n in 0..1, l in 0..2"},
      {"gemm y+=x*W+bias sms(1..all-1) on s", "gemm y += x * W + bias on s sms(1..all-1)"},
      {"gemm y=x*W+z[1..2]@(r+1) sms( 4 ) as e", "gemm y = x * W + z[1..2]@(r+1) as e sms(4)"},
      {"gemm on a: part y=x*W", "gemm on a:"},
      {"part y=x*W+bias when s>=1 and t mod 2==(1 == 0) bump s bump t by 2",
       "part y = x * W + bias when s >= 1 and t mod 2 == (1 == 0) bump s bump t by 2"},
      {"copy y=x@world(w+1) via sm(2) bump s each nb after e,f if i>0 on t",
       "copy y = x@world(w+1) via sm(2) bump s each nb on t after e, f if i > 0"},
      {"copy y=x via ce", "copy y = x via ce"},
      {"reduce y=a,b[*] in f32 on main", "reduce y = a, b[*] in f32 on main"},
      {"reduce y=a in wire", "reduce y = a in wire"},
      {"send x->world(w) over pair on s", "send x -> world(w) over pair on s"},
      {"recv x<-r-1", "recv x <- r-1"},
      {"group on s,t as e[i]: f()", "group on s, t as e[i]:"},
      {"all_gather y=x over c order ring as e", "all_gather y = x over c order ring as e"},
      {"reduce_scatter y=x order tree", "reduce_scatter y = x order tree"},
      {"all_reduce y=x over all", "all_reduce y = x"},
      {"barrier", "barrier"},
      {"barrier pad[1] over c on s", "barrier pad[1] over c on s"},
      {"bump s@1 by n on main", "bump s@1 by n on main"},
      {"set s[*]=0 on main", "set s[*] = 0 on main"},
      {"wait s+=1 via mem on t", "wait s += 1 via mem on t"},
      {"wait s>=n via sm(1)", "wait s >= n via sm(1)"},
      {"wait s mod 2==call", "wait s mod 2 == call"},
      {"kernel sms(2) on s: f()", "kernel on s sms(2):"},
      {"flush on s", "flush on s"},
      {"record e[ 1,i ] on s", "record e[1, i] on s"},
      {"after e if i>0,f on s", "after e if i > 0, f on s"},
      {"fork s,t[*]", "fork s, t[*]"},
      {"join s", "join s"},
      {"sync s[0]", "sync s[0]"},
      {"for i in 0..tp-1,s in 0..1: f()", "for i in 0..tp-1, s in 0..1:"},
      {"if i==0?1:2: f()", "if i == 0 ? 1 : 2:"},
      {"let x=i*2+1", "let x = i*2+1"},
      {"def f(i,s): g()", "def f(i, s):"},
      {"thread t: g()", "thread t:"},
      {"f()", "f()"},
      {"f(1,i+1)", "f(1, i+1)"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(print(parse_line(row.written)), row.printed);
    const std::string body = row.printed.ends_with(':') ? " f()" : "";
    EXPECT_EQ(print(parse_line(row.printed + body)), row.printed);
  }
}

TEST(printer, parentheses_stand_only_where_they_are_needed) {
  const std::vector<Row> rows = {
      {"((a)+(b*c))", "a+b*c"},
      {"(a+b)*c", "(a+b)*c"},
      {"a-(b-c)", "a-(b-c)"},
      {"(a-b)-c", "a-b-c"},
      {"a div b-1", "a div b - 1"},
      {"a div(b-1)", "a div (b-1)"},
      {"(a*b)mod c", "a*b mod c"},
      {"a*(b mod c)", "a*(b mod c)"},
      {"a- -b", "a - -b"},
      {"-(a+b)", "-(a+b)"},
      {"(-a)*b", "-a*b"},
      {"-(a*b)", "-(a*b)"},
      {"i<-1", "i < -1"},
      {"(a<b)==c", "(a < b) == c"},
      {"not(a and b)or not(a==b)", "not (a and b) or not a == b"},
      {"(not a)==b", "(not a) == b"},
      {"(a?b:c)?(a?b:c):(a?b:c)", "(a ? b : c) ? a ? b : c : a ? b : c"},
      {"min(a)+max(a,(b))", "min(a)+max(a, b)"},
      {"(i*split+s) mod lanes", "(i*split+s) mod lanes"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(print(*parse_line("let x = " + row.written).condition), row.printed);
    EXPECT_EQ(print(*parse_line("let x = " + row.printed).condition), row.printed);
  }
}

TEST(printer, values) {
  const std::vector<Row> rows = {
      {"(a+b)+c*(d)", "a + b + c * d"},
      {"a+(b+c)", "a + (b + c)"},
      {"(a+b)*(c*d)", "(a + b) * (c * d)"},
      {"chain(a,b@(q+1)(*),fold(q in 0..1,p in 0..q:X@world(q)(p..2)))",
       "chain(a, b@(q+1)(*), fold(q in 0..1, p in 0..q: X@world(q)(p..2)))"},
      {"bias+a@0(1)", "bias + a@0(1)"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(print(parse_line("ensure x = " + row.written).value), row.printed);
    EXPECT_EQ(print(parse_line("ensure x = " + row.printed).value), row.printed);
  }
}

TEST(printer, a_packed_text_is_unfolded) {
  const std::string written = R"(# top
schedule s computes all_gather_gemm permuted,all_gather   # end
param p = 1 in {a,b}; q = min(3, tp) in 1..4; require capturable; tp mod q == 0
assume quiet; ragged
shard A[ring tp,ring (-1)]:[M/tp,K] ragged; local X:[M,K]; weight W:[K, N]
buffer y[2] : [M, N] fresh f32; view v = y[0]; signal a[2]; b; stream c[q] low; d high; e
communicator node by r div 2
rank r:
  if a: f(); g()
  else if b: for i in 0..1: f()
  else: given y = A; x = A
sequence t: run s; run u bind x = y, z = w
)";
  const std::string printed = R"(# top
# end
schedule s computes all_gather_gemm permuted, all_gather
param p = 1 in {a, b}
param q = min(3, tp) in 1..4
require capturable
require tp mod q == 0
assume quiet
ragged
shard A[ring tp, ring (-1)] : [M/tp, K] ragged
local X : [M, K]
weight W : [K, N]
buffer y[2] : [M, N] f32 fresh
view v = y[0]
signal a[2]
signal b
stream c[q] low
stream d high
stream e
communicator node by r div 2
rank r:
  if a:
    f()
    g()
  else if b:
    for i in 0..1:
      f()
  else:
    given y = A
    given x = A

sequence t:
  run s
  run u bind x = y, z = w
)";
  EXPECT_EQ(print(parse(written, "x")), printed);
  EXPECT_EQ(print(parse(printed, "x")), printed);
}

TEST(printer, schedules_and_sequences_keep_their_order) {
  const std::string text =
      "sequence a:\n  run b\n\nschedule b computes all_gather\nrank r:\n  barrier\n\nsequence c:\n "
      " run b\n";
  EXPECT_EQ(print(parse(text, "x")), text);
}

TEST(printer, printed_texts_of_the_language_document_parse_to_the_same_tree) {
  for (const std::string_view text : kLanguageTexts) {
    const syntax::File file = parse(text, "text");
    const std::string printed = print(file);
    EXPECT_EQ(parse(printed, "printed"), file) << printed;
    EXPECT_EQ(print(parse(printed, "printed")), printed);
  }
}

}  // namespace
}  // namespace stretto
