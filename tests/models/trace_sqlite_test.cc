#include <gtest/gtest.h>
#include <sqlite3.h>

#include <cstdio>

#include "models/source.h"
#include "models/trace.h"
#include "tests/models/made_file.h"

namespace stretto {
namespace {

std::string made_database(const std::string& name, const std::string& statements) {
  const std::string path = testing::TempDir() + name;
  std::remove(path.c_str());
  sqlite3* database = nullptr;
  sqlite3_open(path.c_str(), &database);
  char* error = nullptr;
  sqlite3_exec(database, statements.c_str(), nullptr, nullptr, &error);
  EXPECT_EQ(error, nullptr) << error;
  sqlite3_close(database);
  return path;
}

std::string error_of(const std::string& path) {
  try {
    read_trace(path);
    return "none";
  } catch (const InputError& error) {
    return error.what();
  }
}

// globalPid 0x1000A00000B000000 >> 24: process 0xB and so on; only bits 24 to 47 count.
constexpr const char* kNew = R"sql(
CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);
INSERT INTO StringIds VALUES (1, 'void gemm<128>()'), (2, 'gemm');
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, deviceId INTEGER,
  contextId INTEGER, greenContextId INTEGER, streamId INTEGER, correlationId INTEGER,
  globalPid INTEGER, demangledName INTEGER, shortName INTEGER, gridX INTEGER, gridY INTEGER,
  gridZ INTEGER);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES
  (100, 250, 0, 1, NULL, 7, 5, 11 << 24, 1, 2, 66, 2, 1),
  (400, 500, 0, 1, NULL, 7, 5, 12 << 24, 1, 2, 66, 2, 1);
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INTEGER, end INTEGER, deviceId INTEGER,
  streamId INTEGER, correlationId INTEGER, globalPid INTEGER, copyKind INTEGER,
  srcDeviceId INTEGER, dstDeviceId INTEGER);
INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (300, 350, 0, 9, 6, 11 << 24, 10, 1, 0),
  (360, 370, 0, 9, 7, 11 << 24, 8, 0, 0);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER, end INTEGER, globalTid INTEGER,
  correlationId INTEGER);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (90, 95, (11 << 24) + 3, 5),
  (380, 385, (12 << 24) + 3, 5), (1, 2, (11 << 24) + 3, 99);
CREATE TABLE TARGET_INFO_GPU (id INTEGER, name TEXT, smCount INTEGER);
INSERT INTO TARGET_INFO_GPU VALUES (4, 'NVIDIA H200', 132), (5, 'NVIDIA L4', 58);
CREATE TABLE TARGET_INFO_CUDA_DEVICE (gpuId INTEGER, cudaId INTEGER, pid INTEGER);
INSERT INTO TARGET_INFO_CUDA_DEVICE VALUES (4, 0, 11), (5, 0, 12), (5, 1, 11);
)sql";

TEST(trace_sqlite, has_a_rank_for_each_device_of_each_process) {
  const std::string path = made_database("new.sqlite", kNew);
  const Timeline timeline = read_trace(path);
  EXPECT_EQ(timeline.ranks, (std::vector<TimelineRank>{{path, 11, 0, "NVIDIA H200", 132},
                                                       {path, 12, 0, "NVIDIA L4", 58},
                                                       {path, 11, 1, "NVIDIA L4", 58}}));
  ASSERT_EQ(timeline.spans.size(), 4u);
  const TimelineSpan& gemm = timeline.spans[0];
  EXPECT_EQ(timeline.name_of(gemm), "void gemm<128>()");
  EXPECT_EQ(gemm.start_ns, 100);
  EXPECT_EQ(gemm.end_ns, 250);
  EXPECT_EQ(gemm.launch_ns, 90);
  EXPECT_EQ(gemm.num_ctas, 132);
  EXPECT_EQ(timeline.name_of(timeline.spans[1]), "[CUDA memcpy DtoD]");
  EXPECT_EQ(timeline.spans[2].launch_ns, 380);
  // The copy to a peer is its source's.
  EXPECT_EQ(timeline.name_of(timeline.spans[3]), "[CUDA memcpy PtoP]");
  EXPECT_EQ(timeline.spans[3].rank, 2);
}

TEST(trace_sqlite, does_without_tables_and_columns_that_a_version_lacks) {
  const Timeline timeline = read_trace(made_database("old.sqlite", R"sql(
CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);
INSERT INTO StringIds VALUES (1, 'short');
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, deviceId INTEGER,
  streamId INTEGER, shortName INTEGER);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (1, 2, 3, 4, 1);
)sql"));
  ASSERT_EQ(timeline.spans.size(), 1u);
  EXPECT_EQ(timeline.names.at(0), "short");
  EXPECT_EQ(timeline.ranks.at(0).device, 3);
  EXPECT_EQ(timeline.spans[0].stream, 4);
}

TEST(trace_sqlite, refuses_graphs_without_kernels_foreign_and_cut_files) {
  const std::string graphs = made_database("graphs.sqlite",
                                           "CREATE TABLE StringIds (id INTEGER, value TEXT);"
                                           "CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE (start "
                                           "INTEGER, end INTEGER, deviceId INTEGER);");
  EXPECT_NE(error_of(graphs).find("--cuda-graph-trace=node"), std::string::npos);
  const std::string foreign = made_database("foreign.sqlite", "CREATE TABLE t (a INTEGER);");
  EXPECT_NE(error_of(foreign).find("no export of Nsight Systems"), std::string::npos);
  const std::string cut = cut_file(made_database("whole.sqlite", kNew), 9'000);
  EXPECT_NE(error_of(cut).find("cut"), std::string::npos) << error_of(cut);
}

TEST(trace_sqlite, leaves_no_file_beside_the_database) {
  const std::string path = made_database("alone.sqlite", kNew);
  read_trace(path);
  for (const char* end : {"-journal", "-wal", "-shm"})
    EXPECT_EQ(std::fopen((path + end).c_str(), "rb"), nullptr);
}

}  // namespace
}  // namespace stretto
