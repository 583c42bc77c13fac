#ifndef STRETTO_SIM_CLI_USER_FILE_H_
#define STRETTO_SIM_CLI_USER_FILE_H_

// Files that the command line names.

#include <string>
#include <string_view>

namespace stretto {

/// `path` as the user meant it: `bazel run` starts the program elsewhere and tells where the user
/// was.
std::string user_path(const std::string& path);

/// A NAME that ships, or a FILE: it has a '/' or ends in `extension`.
bool is_file_name(const std::string& name, std::string_view extension);

/// The whole file; throws std::invalid_argument that says what is accepted.
std::string read_user_text(const std::string& path, std::string_view accepted);

/// Throws std::invalid_argument that names the flag.
void write_user_text(const std::string& flag, const std::string& path, const std::string& text);

}  // namespace stretto

#endif  // STRETTO_SIM_CLI_USER_FILE_H_
