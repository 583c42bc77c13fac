#ifndef STRETTO_TESTS_MODELS_MADE_FILE_H_
#define STRETTO_TESTS_MODELS_MADE_FILE_H_

// Files that a test makes, in the test's own folder.

#include <gtest/gtest.h>
#include <zlib.h>

#include <fstream>
#include <string>

namespace stretto {

inline std::string made_file(const std::string& name, const std::string& bytes) {
  const std::string path = testing::TempDir() + name;
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

inline std::string made_gzip(const std::string& name, const std::string& bytes) {
  const std::string path = testing::TempDir() + name;
  gzFile file = gzopen(path.c_str(), "wb");
  gzwrite(file, bytes.data(), static_cast<unsigned>(bytes.size()));
  gzclose(file);
  return path;
}

/// The first `count` bytes of a file as a file of its own.
inline std::string cut_file(const std::string& path, size_t count) {
  std::string bytes(count, '\0');
  std::ifstream(path, std::ios::binary).read(bytes.data(), static_cast<std::streamsize>(count));
  return made_file("cut_" + path.substr(path.rfind('/') + 1), bytes);
}

}  // namespace stretto

#endif  // STRETTO_TESTS_MODELS_MADE_FILE_H_
