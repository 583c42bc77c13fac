#ifndef STRETTO_TESTS_ORACLE_LANGUAGE_EXAMPLES_H_
#define STRETTO_TESTS_ORACLE_LANGUAGE_EXAMPLES_H_

// The seven packed schedules that the language was designed by, each checked by hand. They use nearly
// every statement: a small fixed diet for the oracles, whatever becomes of the shipped texts.

#include <string>
#include <vector>

namespace stretto::oracle {

const std::vector<std::string>& language_examples();

}  // namespace stretto::oracle

#endif  // STRETTO_TESTS_ORACLE_LANGUAGE_EXAMPLES_H_
