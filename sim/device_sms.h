#ifndef STRETTO_SIM_DEVICE_SMS_H_
#define STRETTO_SIM_DEVICE_SMS_H_

// How many SMs a device has, by its name in a trace.

#include <cstdint>
#include <string_view>

namespace stretto {

/// "NVIDIA H100 80GB HBM3" -> 132; 0 for a device that the table does not know.
int32_t sms_of_device(std::string_view name);

}  // namespace stretto

#endif  // STRETTO_SIM_DEVICE_SMS_H_
