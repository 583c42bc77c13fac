// Writes the .cc behind models/library.h: the texts named on the command line as raw strings.
//
//   embed_schedules OUTPUT a.sched b.sched ..
//
// The text goes in byte for byte, in pieces, since a string literal may not grow without bound.

#include <algorithm>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace stretto {
namespace {

namespace fs = std::filesystem;

constexpr size_t kPieceBytes = 8000;

std::string read_text(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) throw std::runtime_error("cannot read " + path.string());
  if (text.str().find(")sched\"") != std::string::npos) {
    throw std::runtime_error(path.string() + " holds the end mark of the raw string");
  }
  return text.str();
}

void write_row(std::ostream& out, const fs::path& path) {
  const std::string text = read_text(path);
  out << "    {\"" << path.stem().string() << "\",\n     \"models/schedules/"
      << path.filename().string() << "\",\n     std::string_view(";
  for (size_t begin = 0; begin < text.size() || begin == 0; begin += kPieceBytes) {
    out << "R\"sched(" << text.substr(begin, kPieceBytes) << ")sched\"\n";
  }
  out << "     , " << text.size() << ")},\n";
}

void embed(const fs::path& output, std::vector<fs::path> paths) {
  std::ranges::sort(paths, {}, [](const fs::path& path) { return path.stem().string(); });
  std::ofstream out(output);
  out << "#include \"models/library.h\"\n\n#include <array>\n\nnamespace stretto {\n\n"
      << "static constexpr std::array<ShippedSchedule, " << paths.size() << "> kSchedules = {{\n";
  for (const fs::path& path : paths) write_row(out, path);
  out << "}};\n\nstd::span<const ShippedSchedule> shipped_schedules() { return kSchedules; }\n\n"
      << "}  // namespace stretto\n";
  if (!out.flush()) throw std::runtime_error("cannot write " + output.string());
}

}  // namespace
}  // namespace stretto

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: embed_schedules OUTPUT a.sched b.sched ..\n";
    return 2;
  }
  try {
    stretto::embed(argv[1], {argv + 2, argv + argc});
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
  return 0;
}
