#include "sim/cli/user_file.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace stretto {

std::string user_path(const std::string& path) {
  const char* directory = std::getenv("BUILD_WORKING_DIRECTORY");
  return directory == nullptr ? path : (std::filesystem::path(directory) / path).string();
}

bool is_file_name(const std::string& name, std::string_view extension) {
  return name.find('/') != std::string::npos || name.ends_with(extension);
}

std::string read_user_text(const std::string& path, std::string_view accepted) {
  const std::string resolved = user_path(path);
  std::ifstream in(resolved, std::ios::binary);
  if (std::filesystem::is_directory(resolved) || !in) {
    throw std::invalid_argument("cannot read '" + resolved +
                                "'; accepted: " + std::string(accepted));
  }
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void write_user_text(const std::string& flag, const std::string& path, const std::string& text) {
  std::ofstream file(user_path(path), std::ios::binary);
  file << text;
  file.close();
  if (!file) throw std::invalid_argument(flag + ": cannot write '" + path + "'");
}

}  // namespace stretto
