#ifndef STRETTO_MODELS_TRACE_H_
#define STRETTO_MODELS_TRACE_H_

// Profilers' files as a Timeline. The format is read off the file's content, never off its name:
//
//   Nsight Systems  `nsys stats -r cuda_gpu_trace`, as CSV or as the plain table: columns are found
//                   by their titles, units stand in the titles, talk before the table is skipped
//                   `nsys export -t sqlite`: tables and columns are asked for, not presumed
//   PyTorch Kineto  Chrome JSON: an object with `traceEvents` or a bare array
//   Stretto         Chrome JSON as chrome_trace.h writes it
//
// Texts may be gzipped.
//
//   Timeline timeline = read_trace("rank0.json.gz");
//
// A rank is a device as one process of a file used it. What is no trace, is cut off, or holds no
// kernel, copy or set is an InputError. Memory grows with the kernels, not with the file.

#include <cstddef>
#include <span>
#include <string>

#include "models/byte_source.h"
#include "models/timeline.h"

namespace stretto {

Timeline read_trace(const std::string& path, ReadProgress progress = {});

/// By format; `source` at the beginning.
Timeline read_nsys_table(ByteSource& source);
Timeline read_chrome_trace(ByteSource& source);
Timeline read_nsys_sqlite(const std::string& path, ReadProgress progress = {});
/// A database in memory that is called `path` in messages.
Timeline read_nsys_sqlite_bytes(const std::string& path, std::span<const std::byte> bytes);

}  // namespace stretto

#endif  // STRETTO_MODELS_TRACE_H_
