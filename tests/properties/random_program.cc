#include "tests/properties/random_program.h"

#include <algorithm>
#include <tuple>

namespace stretto {

namespace {

struct Line {
  std::string head;               // with its `on`
  std::vector<std::string> body;  // of a group, a kernel, a gated gemm
  std::string condition;          // of ranks; empty: all
  bool is_host = false;           // takes no clauses
};

using Lines = std::vector<Line>;

class PieceWriter {
 public:
  explicit PieceWriter(const Piece& piece)
      : p_(piece),
        on_(" on " + stream(piece.stream)),
        other_(" on " + stream(piece.other_stream)),
        hop_(std::to_string(piece.hop)),
        counter_("f[" + std::to_string(piece.b % 3) + "]") {}

  Lines write() const {
    Lines lines = plain();
    const bool is_remote = p_.kind >= static_cast<int>(PieceKind::kPut) &&
                           p_.kind <= static_cast<int>(PieceKind::kRelay);
    if (is_remote && !p_.is_untidy) {
      lines.insert(lines.begin(), {"barrier" + on_, {}, "", false});
      lines.push_back({"barrier" + other_, {}, "", false});
    }
    if (p_.is_lopsided) lines[0].condition = "r > 0";
    return lines;
  }

 private:
  static std::string stream(int index) { return index == 0 ? "main" : index == 1 ? "c" : "d"; }

  static std::string slot(const std::string& buffer, int offset) {
    return buffer + "[r+" + std::to_string(offset % 3) + "]";
  }

  std::string put() const { return "copy y[r]@(r+" + hop_ + ") = " + slot("x", p_.a); }
  std::string send() const { return "send " + slot("x", p_.a) + " -> r+" + hop_; }
  std::string recv() const { return "recv " + slot("x", p_.a - 1 + 3) + " <- r-" + hop_; }

  Lines plain() const {
    const std::string x = slot("x", p_.a);
    const std::string y = slot("y", p_.b);
    switch (static_cast<PieceKind>(p_.kind)) {
      case PieceKind::kGemm:
        return {{"gemm " + y + " = " + x + " * W" + on_, {}, "", false}};
      case PieceKind::kCopy:
        return {{"copy " + y + " = " + x + " via ce" + on_, {}, "", false}};
      case PieceKind::kReduce:
        return {{"reduce z[r] = " + x + ", " + y + (p_.hop > 1 ? " in wire" : " in f32") + on_,
                 {},
                 "",
                 false}};
      case PieceKind::kAllGather:
        return {{"all_gather x[*] = x[r]" + on_, {}, "", false}};
      case PieceKind::kAllReduce:
        return {{"all_reduce " + y + " = " + y + (p_.hop > 1 ? " order tree" : "") + on_,
                 {},
                 "",
                 false}};
      case PieceKind::kReduceScatter:
        return {{"reduce_scatter z[r] = x[*]" + on_, {}, "", false}};
      case PieceKind::kBarrier:
        return {{"barrier" + on_, {}, "", false}};
      case PieceKind::kPadBarrier:
        return {{"barrier pad[" + std::to_string(p_.b % 2) + "]" + on_, {}, "", false}};
      case PieceKind::kExchange:
        return {{"group" + on_, {send(), recv()}, "", false}};
      case PieceKind::kOrderedPair:
        return {{recv() + on_, {}, "r mod 2 == 1", false},
                {send() + on_, {}, "", false},
                {recv() + on_, {}, "r mod 2 == 0", false}};
      case PieceKind::kUnorderedPair:
        return {{send() + on_, {}, "", false}, {recv() + other_, {}, "", false}};
      case PieceKind::kSync:
        return {{"sync " + stream(p_.stream), {}, "", true}};
      case PieceKind::kPairs:
        return {
            {"group" + on_ + (p_.stream == p_.other_stream ? "" : ", " + stream(p_.other_stream)),
             {send() + " over pair", recv() + " over pair"},
             "",
             false}};
      case PieceKind::kHalves:
        return {{"all_reduce " + y + " = " + x + " over half" + on_, {}, "", false}};
      case PieceKind::kAccumulate:
        return {{"gemm " + y + (p_.hop > 1 ? " += " : " = ") + x + " * W" +
                     (p_.a > 0     ? " + bias"
                      : p_.hop > 1 ? ""
                                   : " + z[r]") +
                     on_,
                 {},
                 "",
                 false}};
      case PieceKind::kWholeCopy:
        return {{"copy y[0..tp-1] = x[r..r+tp-1] via sm(2)" + on_, {}, "", false}};
      case PieceKind::kSet:
        return {{"set " + counter_ + " = 0" + on_, {}, "", false}};
      default:
        return one_sided();
    }
  }

  Lines one_sided() const {
    const std::string there = counter_ + "@(r+" + hop_ + ")";
    switch (static_cast<PieceKind>(p_.kind)) {
      case PieceKind::kPut:
        return {{put() + " via ce" + on_, {}, "", false}};
      case PieceKind::kGet:
        return {{"copy y[r+" + hop_ + "] = x[r+" + hop_ + "]@(r+" + hop_ + ") via ce" + on_,
                 {},
                 "",
                 false}};
      case PieceKind::kPutAndWait:
        return {{put() + " via ce bump " + there + on_, {}, "", false},
                {"wait " + counter_ + " += 1" + other_, {}, "", false}};
      case PieceKind::kSharedPut:
        return {{put() + " via sm(2) bump " + there + " each" + on_, {}, "", false},
                {"wait " + counter_ + " += " + (p_.is_untidy ? "1" : "2") + other_, {}, "", false}};
      case PieceKind::kKernel:
        return {{"kernel" + on_ + " sms(1)",
                 {put() + " via sm(1)", "bump " + there, "wait " + counter_ + " += 1"},
                 "",
                 false}};
      case PieceKind::kGatedGemm:
        return {{"bump " + there + on_, {}, "", false},
                {"gemm" + other_,
                 {"part z[r] = " + slot("x", p_.a) + " * W",
                  "part z[r+1] = " + slot("y", p_.b) + " * W when " + counter_ + " += 1"},
                 "",
                 false}};
      case PieceKind::kFanOut:
        return {{"bump " + there + on_, {}, "", false},
                {"bump " + counter_ + "@(r+2)" + other_, {}, "", false},
                {"wait " + counter_ + (p_.is_untidy ? " >= 1" : " += 2") + on_, {}, "", false}};
      case PieceKind::kRelay:
        return {
            {"kernel" + on_ + " sms(1)", {put() + " via sm(1)", "barrier"}, "", false},
            {"copy " + slot("x", p_.b) + " = y[r-" + hop_ + "] via ce" + other_, {}, "", false}};
      default:
        return {{put() + " via ce nb" + on_, {}, "", false}, {"flush" + on_, {}, "", false}};
    }
  }

  const Piece& p_;
  std::string on_;
  std::string other_;
  std::string hop_;
  std::string counter_;
};

std::string written(const Line& line, const std::string& clauses, bool has_thread) {
  std::string indent = "  ";
  std::string text;
  if (has_thread) {
    text += indent + "thread t:\n";
    indent += "  ";
  }
  if (!line.condition.empty()) {
    text += indent + "if " + line.condition + ":\n";
    indent += "  ";
  }
  text += indent + line.head + clauses + (line.body.empty() ? "\n" : ":\n");
  for (const std::string& inner : line.body) text += indent + "  " + inner + "\n";
  return text;
}

bool has_thread(const RandomProgram& random) {
  return std::ranges::any_of(random.pieces, [](const Piece& piece) { return piece.has_thread; });
}

// What a second host thread posts, and when, nobody else knows: stream d is its own, and no event
// leads in or out.
Piece separated(Piece piece) {
  if (piece.has_thread) {
    piece.stream = piece.other_stream = 2;
    piece.is_untidy = true;
  } else {
    piece.stream = std::min(piece.stream, 1);
    piece.other_stream = std::min(piece.other_stream, 1);
  }
  return piece;
}

// A tidy piece begins after the piece before it has ended.
std::string body_text(const RandomProgram& random) {
  std::string text;
  int count = 0;
  for (const Piece& original : random.pieces) {
    const Piece piece = has_thread(random) ? separated(original) : original;
    const Lines lines = PieceWriter(piece).write();
    for (size_t i = 0; i < lines.size(); ++i) {
      if (count++ == random.left_out) continue;
      const bool is_tidy = !piece.is_untidy && !lines[i].is_host;
      const std::string clauses = is_tidy ? " after e as e" : "";
      text += written(lines[i], clauses, piece.has_thread);
    }
  }
  return text;
}

}  // namespace

std::string to_text(const RandomProgram& random) {
  const std::string streams = has_thread(random) ? "c" : "c, d";
  std::string text = "schedule random computes all_gather\n";
  if (random.is_quiet) text += "assume quiet\n";
  text +=
      "shard A[ring tp] : [M/tp, K]; B[ring tp] : [M/tp, K]; C[ring tp] : [M/tp, K]\n"
      "weight W : [K, K]\n"
      "buffer x[ring tp] : [M/tp, K]; y[ring tp] : [M/tp, K]; z[ring tp] : [M/tp, K]\n"
      "signal f[3]; pad[2]\n"
      "stream c; d high\n"
      "communicator half by r mod 2\n"
      "rank r:\n";
  text += random.is_filled ? "  given x[*] = A(*)\n  given y[*] = B(*)\n  given z[*] = C(*)\n"
                           : "  given x[r] = A(r)\n";
  text += "  record e on main\n  fork " + streams + "\n" + body_text(random);
  return text + "  join " + streams +
         "\n"
         "  ensure x[*] = A(*)\n"
         "  ensure y[r] = A(r)\n"
         "  ensure z[r] = A(r)\n";
}

ExpandOptions options_of(const RandomProgram& random) {
  ExpandOptions options;
  options.tp = TpSize{random.tp};
  options.num_calls = random.num_calls;
  return options;
}

std::ostream& operator<<(std::ostream& out, const RandomProgram& random) {
  return out << "tp = " << random.tp << ", calls = " << random.num_calls << "\n" << to_text(random);
}

void showValue(const RandomProgram& random, std::ostream& out) { out << random; }

// One in `n`, shrinking to false.
static rc::Gen<bool> one_in(int n) {
  return rc::gen::map(rc::gen::inRange(0, n), [n](int number) { return number == n - 1; });
}

static rc::Gen<bool> three_in_four() {
  return rc::gen::map(rc::gen::inRange(0, 4), [](int number) { return number > 0; });
}

static rc::Gen<Piece> random_piece(bool with_sets, bool is_untidy, int tp) {
  const int kinds = static_cast<int>(with_sets ? PieceKind::kCount : PieceKind::kSet);
  return rc::gen::build<Piece>(
      rc::gen::set(&Piece::kind, rc::gen::inRange(0, kinds)),
      rc::gen::set(&Piece::stream, rc::gen::inRange(0, 3)),
      rc::gen::set(&Piece::other_stream, rc::gen::inRange(0, 3)),
      rc::gen::set(&Piece::a, rc::gen::inRange(0, 2)),
      rc::gen::set(&Piece::b, rc::gen::inRange(0, 2)),
      rc::gen::set(&Piece::hop, rc::gen::inRange(1, tp)),
      rc::gen::set(&Piece::is_untidy, is_untidy ? three_in_four() : rc::gen::just(false)),
      rc::gen::set(&Piece::is_lopsided, is_untidy ? one_in(30) : rc::gen::just(false)),
      rc::gen::set(&Piece::has_thread, one_in(12)));
}

rc::Gen<RandomProgram> random_program(bool with_sets) {
  using Shape = std::tuple<int, bool>;
  const auto shapes = rc::gen::tuple(rc::gen::inRange(2, 4), three_in_four());
  const auto with_shape = [with_sets](const Shape& shape) {
    const int tp = std::get<0>(shape);
    const bool is_untidy = std::get<1>(shape);
    const auto piece = rc::gen::resize(rc::kNominalSize, random_piece(with_sets, is_untidy, tp));
    const int most = tp == 2 ? 5 : 3;
    return rc::gen::build<RandomProgram>(
        rc::gen::set(&RandomProgram::tp, rc::gen::just(tp)),
        rc::gen::set(
            &RandomProgram::num_calls,
            rc::gen::map(one_in(3), [tp](bool is_two) { return is_two && tp == 2 ? 2 : 1; })),
        rc::gen::set(&RandomProgram::is_quiet, one_in(4)),
        rc::gen::set(&RandomProgram::is_filled, one_in(2)),
        rc::gen::set(&RandomProgram::is_monotone, rc::gen::just(!with_sets)),
        rc::gen::set(&RandomProgram::left_out, rc::gen::inRange(-4, is_untidy ? 8 : -3)),
        rc::gen::set(&RandomProgram::pieces,
                     rc::gen::resize(most, rc::gen::container<std::vector<Piece>>(piece))));
  };
  return rc::gen::resize(rc::kNominalSize, rc::gen::mapcat(shapes, with_shape));
}

}  // namespace stretto
