#include "sim/device_sms.h"

#include <gtest/gtest.h>

namespace stretto {
namespace {

TEST(device_sms, go_by_the_name_in_the_trace) {
  EXPECT_EQ(sms_of_device("NVIDIA H100 80GB HBM3"), 132);
  EXPECT_EQ(sms_of_device("NVIDIA H100 PCIe"), 114);
  EXPECT_EQ(sms_of_device("NVIDIA H200"), 132);
  EXPECT_EQ(sms_of_device("NVIDIA H20"), 78);
  EXPECT_EQ(sms_of_device("NVIDIA A100-PG509-200"), 108);
  EXPECT_EQ(sms_of_device("Tesla V100-SXM2-32GB"), 80);
  EXPECT_EQ(sms_of_device("NVIDIA L40S"), 142);
  EXPECT_EQ(sms_of_device("NVIDIA B200"), 148);
}

TEST(device_sms, are_unknown_for_others) {
  EXPECT_EQ(sms_of_device(""), 0);
  EXPECT_EQ(sms_of_device("NVIDIA GB200"), 0);  // not a B200
}

}  // namespace
}  // namespace stretto
