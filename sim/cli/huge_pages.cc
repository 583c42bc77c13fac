// Vectors of many MiB in huge pages: one page fault for 2 MiB instead of 512. At tp 256 the
// kernel's share of `stretto verify` falls from a quarter of the time to a tenth.

#include <sys/mman.h>

#include <cstdlib>
#include <new>

// The sanitizers bring an operator new of their own.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

static constexpr std::size_t kHugePageBytes = std::size_t{2} << 20;

void* operator new(std::size_t bytes) {
  bool is_large = bytes >= 2 * kHugePageBytes;
  std::size_t whole = (bytes + kHugePageBytes - 1) & ~(kHugePageBytes - 1);
  void* memory = is_large ? std::aligned_alloc(kHugePageBytes, whole) : std::malloc(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  if (is_large) madvise(memory, whole, MADV_HUGEPAGE);
  return memory;
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

#endif
