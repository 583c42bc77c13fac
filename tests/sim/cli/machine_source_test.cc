#include "sim/cli/machine_source.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace stretto {
namespace {

TEST(machine_source, is_found_by_name_and_others_are_named) {
  EXPECT_EQ(load_machine("h200x2").name, "h200x2");
  EXPECT_THROW(load_machine("h200x3"), std::invalid_argument);
  EXPECT_THROW(load_machine("no/such.json"), std::invalid_argument);
  for (const ShippedMachine& shipped : shipped_machines())
    EXPECT_EQ(load_machine(std::string(shipped.name)).name, shipped.name);
}

}  // namespace
}  // namespace stretto
