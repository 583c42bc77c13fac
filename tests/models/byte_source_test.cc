#include "models/byte_source.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "models/source.h"
#include "tests/models/made_file.h"

namespace stretto {
namespace {

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string all_of(ByteSource& source, size_t piece = 1000) {
  std::string all, buffer(piece, '\0');
  while (size_t count = source.read(buffer)) all.append(buffer, 0, count);
  return all;
}

/// Does not compress well: its gzip data are more than one buffer.
std::string noise(size_t size) {
  std::string text;
  uint32_t state = 1;
  while (text.size() < size) {
    state = state * 1664525 + 1013904223;
    text += static_cast<char>(state >> 24);
  }
  return text;
}

std::string failure_of(const std::string& path) {
  try {
    ByteSource source(path);
    all_of(source);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(byte_source, reads_a_plain_file_in_pieces) {
  const std::string text = noise(600'000);
  ByteSource source(made_file("byte_source_plain", text));
  EXPECT_EQ(all_of(source), text);
  std::string buffer(10, '\0');
  EXPECT_EQ(source.read(buffer), 0u);
}

TEST(byte_source, reads_a_gzipped_file_as_the_plain_one) {
  const std::string text = noise(600'000);
  ByteSource source(made_gzip("byte_source_text.gz", text));
  EXPECT_EQ(all_of(source), text);
}

TEST(byte_source, reads_gzip_data_whatever_the_name_and_however_many_members) {
  const std::string one = contents(made_gzip("byte_source_one.gz", "first "));
  const std::string two = contents(made_gzip("byte_source_two.gz", "second"));
  ByteSource source(made_file("byte_source_members.json", one + two));
  EXPECT_EQ(all_of(source), "first second");
}

TEST(byte_source, refuses_gzip_data_that_are_cut_off) {
  const std::string whole = contents(made_gzip("byte_source_whole.gz", noise(600'000)));
  for (size_t size : {whole.size() / 2, whole.size() - 9, whole.size() - 1}) {
    const std::string path = made_file("byte_source_cut.gz", whole.substr(0, size));
    EXPECT_EQ(failure_of(path).substr(0, path.size() + 37),
              path + ": gzip data end early or are damaged ");
  }
}

TEST(byte_source, refuses_gzip_data_that_are_damaged) {
  std::string bytes = contents(made_gzip("byte_source_whole.gz", noise(600'000)));
  bytes[bytes.size() - 6] ^= 1;  // of the checksum
  const std::string path = made_file("byte_source_damaged.gz", bytes);
  EXPECT_NE(failure_of(path).find("gzip data end early or are damaged"), std::string::npos);
}

TEST(byte_source, refuses_a_file_that_is_not_there) {
  const std::string path = ::testing::TempDir() + "byte_source_none";
  EXPECT_EQ(failure_of(path), path + ": cannot be read");
}

TEST(byte_source, refuses_a_folder) {
  const std::string path = ::testing::TempDir() + "byte_source_folder";
  std::filesystem::create_directories(path);
  EXPECT_EQ(failure_of(path), path + ": is a folder, not a trace");
}

TEST(byte_source, has_no_bytes_of_an_empty_file) {
  ByteSource source(made_file("byte_source_empty", ""));
  EXPECT_EQ(all_of(source), "");
}

TEST(byte_source, reads_bytes_in_memory) {
  ByteSource source("made.json", "0123456789");
  EXPECT_EQ(source.path(), "made.json");
  EXPECT_EQ(all_of(source, 3), "0123456789");
}

TEST(byte_source, tells_how_much_of_the_file_is_done) {
  const std::string path = made_gzip("byte_source_progress.gz", noise(600'000));
  const int64_t size = static_cast<int64_t>(std::filesystem::file_size(path));
  int64_t last = 0;
  ByteSource source(path, [&](int64_t done, int64_t total) {
    EXPECT_GE(done, last);
    EXPECT_EQ(total, size);
    last = done;
  });
  all_of(source);
  EXPECT_EQ(last, size);
}

}  // namespace
}  // namespace stretto
