#include "sim/device_sms.h"

#include <array>

namespace stretto {
namespace {

struct Device {
  std::string_view part;  // of the name
  int32_t num_sms;        // 0: sold with several numbers
};

// As the vendor's data sheets give them; the first row whose part is in the name counts.
constexpr std::array kDevices = {
    Device{"GB200", 0},     Device{"GB300", 0},       Device{"B200", 148},
    Device{"GH200", 132},   Device{"H200", 132},      Device{"H100 PCIe", 114},
    Device{"H100", 132},    Device{"H800 PCIe", 114}, Device{"H800", 132},
    Device{"H20", 78},      Device{"A100", 108},      Device{"A800", 108},
    Device{"A30", 56},      Device{"A10G", 80},       Device{"A10", 72},
    Device{"A40", 84},      Device{"L40", 142},       Device{"L4", 58},
    Device{"V100", 80},     Device{"T4", 40},         Device{"RTX 4090", 128},
    Device{"RTX 3090", 82}, Device{"MI250", 104},     Device{"MI300X", 304},
};

}  // namespace

int32_t sms_of_device(std::string_view name) {
  for (const Device& device : kDevices) {
    if (name.find(device.part) != std::string_view::npos) return device.num_sms;
  }
  return 0;
}

}  // namespace stretto
