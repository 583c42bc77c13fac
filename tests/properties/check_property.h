#ifndef STRETTO_TESTS_PROPERTIES_CHECK_PROPERTY_H_
#define STRETTO_TESTS_PROPERTIES_CHECK_PROPERTY_H_

// A RapidCheck property with a number of cases of its own, a summary of its classes, and a line to
// replay a failure with:
//
//   check_property("monotone, verdicts agree", 400, [] { .. RC_ASSERT(..); RC_CLASSIFY(..); });
//
//   RC_PARAMS="seed=1234 max_success=400" STRETTO_SAMPLES=400
//
// STRETTO_SAMPLES (or max_success in RC_PARAMS) changes the number of cases.

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdlib>
#include <sstream>
#include <string>
#include <utility>

namespace stretto {

inline int num_cases(int usual) {
  const char* params = std::getenv("RC_PARAMS");
  if (params != nullptr && std::string(params).find("max_success") != std::string::npos) {
    return rc::detail::configuration().testParams.maxSuccess;
  }
  const char* samples = std::getenv("STRETTO_SAMPLES");
  return samples != nullptr ? std::stoi(samples) : usual;
}

template <class Testable>
void check_property(const std::string& claim, int usual_cases, Testable&& testable) {
  rc::detail::TestParams params = rc::detail::configuration().testParams;
  params.maxSuccess = num_cases(usual_cases);
  rc::detail::TestMetadata metadata;
  metadata.id = claim;
  metadata.description = claim;
  const rc::detail::TestResult result =
      rc::detail::checkTestable(std::forward<Testable>(testable), metadata, params);
  std::ostringstream message;
  rc::detail::printResultMessage(result, message);
  std::cerr << claim << ": " << message.str() << "\n";
  EXPECT_TRUE(result.template is<rc::detail::SuccessResult>())
      << message.str() << "\nreplay: RC_PARAMS=\"seed=" << params.seed
      << " max_success=" << params.maxSuccess << "\"";
}

}  // namespace stretto

#endif  // STRETTO_TESTS_PROPERTIES_CHECK_PROPERTY_H_
