// The SQLite export of Nsight Systems (`nsys export -t sqlite`, or what `nsys stats` leaves beside
// the report). Tables are absent when they would be empty, columns come and go with the version:
// PRAGMA table_info says what there is, and what is not there reads as NULL.

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "models/source.h"
#include "models/trace.h"

namespace stretto {
namespace {

struct CloseDatabase {
  void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
};
struct FinalizeStatement {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Database = std::unique_ptr<sqlite3, CloseDatabase>;
using Statement = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

/// "..PtoP" for 10: cudaMemcpyKind of CUPTI, as the other reports of nsys call it.
std::string copy_name(int64_t kind) {
  constexpr std::array<std::string_view, 14> kKinds = {
      "Unknown", "HtoD", "DtoH", "HtoA", "AtoH",     "AtoA",     "AtoD",
      "DtoA",    "DtoD", "HtoH", "PtoP", "UVM HtoD", "UVM DtoH", "UVM DtoD"};
  const bool is_known = kind >= 0 && kind < static_cast<int64_t>(kKinds.size());
  return "[CUDA memcpy " + std::string(kKinds[is_known ? static_cast<size_t>(kind) : 0]) + "]";
}

/// Bits 24 to 47 of a globalPid and of a globalTid are the process.
int64_t process_of(int64_t global_id) { return global_id >> 24 & 0xFFFFFF; }

class SqliteReader {
 public:
  SqliteReader(std::string path, Database database, ReadProgress progress)
      : path_(std::move(path)),
        database_(std::move(database)),
        progress_(std::move(progress)),
        builder_(path_) {}
  Timeline run();

 private:
  bool has(std::string_view table) { return !columns_of(table).empty(); }
  std::vector<std::string> columns_of(std::string_view table);
  Statement prepare(const std::string& query);
  Statement select(std::string_view table, std::span<const std::string_view> columns);
  bool step(sqlite3_stmt* statement);
  void count_rows();
  [[noreturn]] void fail(const std::string& message) const { throw InputError(path_, {}, message); }
  void kernels();
  void copies();
  void sets();
  void launches();
  void devices();
  void add(sqlite3_stmt* row, TimelineSpan span, int64_t device);
  int32_t kernel_name(sqlite3_stmt* row, std::span<const int> columns);
  std::string string_of_id(int64_t id);

  std::string path_;
  Database database_;
  ReadProgress progress_;
  TimelineBuilder builder_;
  Statement strings_;
  std::unordered_map<int64_t, int32_t> names_;  // by id in StringIds
  int64_t rows_ = 0;
  int64_t rows_done_ = 0;
};

Statement SqliteReader::prepare(const std::string& query) {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(database_.get(), query.c_str(), -1, &statement, nullptr) != SQLITE_OK)
    fail("SQLite cannot read it: " + std::string(sqlite3_errmsg(database_.get())));
  return Statement(statement);
}

bool SqliteReader::step(sqlite3_stmt* statement) {
  const int code = sqlite3_step(statement);
  if (code != SQLITE_ROW && code != SQLITE_DONE)
    fail("SQLite cannot read it, it is cut off or damaged: " +
         std::string(sqlite3_errmsg(database_.get())));
  ++rows_done_;
  if (progress_ && rows_done_ % 65536 == 0) progress_(rows_done_, rows_);
  return code == SQLITE_ROW;
}

std::vector<std::string> SqliteReader::columns_of(std::string_view table) {
  Statement rows = prepare("PRAGMA table_info(\"" + std::string(table) + "\")");
  std::vector<std::string> columns;
  while (step(rows.get())) {
    const unsigned char* name = sqlite3_column_text(rows.get(), 1);
    columns.emplace_back(name == nullptr ? "" : reinterpret_cast<const char*>(name));
  }
  return columns;
}

/// One column of the result for each name, NULL where the table has none of that name.
Statement SqliteReader::select(std::string_view table, std::span<const std::string_view> columns) {
  const std::vector<std::string> known = columns_of(table);
  std::string query = "SELECT ";
  for (size_t i = 0; i < columns.size(); ++i) {
    const bool is_known = std::ranges::find(known, columns[i]) != known.end();
    query += i == 0 ? "" : ", ";
    query += is_known ? "\"" + std::string(columns[i]) + "\"" : "NULL";
  }
  return prepare(query + " FROM \"" + std::string(table) + "\"");
}

std::string text_of(sqlite3_stmt* row, int column) {
  const unsigned char* text = sqlite3_column_text(row, column);
  if (text == nullptr) return "";
  return {reinterpret_cast<const char*>(text),
          static_cast<size_t>(sqlite3_column_bytes(row, column))};
}

std::string SqliteReader::string_of_id(int64_t id) {
  if (!strings_) {
    if (!has("StringIds")) fail("kernel names stand in table StringIds, which is missing");
    strings_ = prepare("SELECT value FROM StringIds WHERE id = ?");
  }
  sqlite3_reset(strings_.get());
  sqlite3_bind_int64(strings_.get(), 1, id);
  return step(strings_.get()) ? text_of(strings_.get(), 0) : "";
}

/// The first of the columns that has a name: an id, or the text itself.
int32_t SqliteReader::kernel_name(sqlite3_stmt* row, std::span<const int> columns) {
  for (const int column : columns) {
    const int type = sqlite3_column_type(row, column);
    if (type == SQLITE_TEXT) return builder_.name(text_of(row, column));
    if (type != SQLITE_INTEGER) continue;
    const int64_t id = sqlite3_column_int64(row, column);
    const auto [known, is_new] = names_.try_emplace(id, -1);
    if (is_new) {
      const std::string name = string_of_id(id);
      if (!name.empty()) known->second = builder_.name(name);
    }
    if (known->second >= 0) return known->second;
  }
  fail("a kernel without a name");
}

/// Every select of spans begins with these.
constexpr std::array<std::string_view, 6> kSpanColumns = {"start",    "end",           "deviceId",
                                                          "streamId", "correlationId", "globalPid"};

template <size_t N>
std::vector<std::string_view> span_columns(const std::array<std::string_view, N>& more) {
  std::vector<std::string_view> columns(kSpanColumns.begin(), kSpanColumns.end());
  columns.insert(columns.end(), more.begin(), more.end());
  return columns;
}

int32_t clamped(int64_t value) {
  return static_cast<int32_t>(std::clamp<int64_t>(value, 0, INT32_MAX));
}

void SqliteReader::add(sqlite3_stmt* row, TimelineSpan span, int64_t device) {
  span.start_ns = sqlite3_column_int64(row, 0);
  span.end_ns = sqlite3_column_int64(row, 1);
  const bool is_time = sqlite3_column_type(row, 0) == SQLITE_INTEGER &&
                       sqlite3_column_type(row, 1) == SQLITE_INTEGER &&
                       std::max(span.start_ns, -span.end_ns) < kMaxTimeNs && span.start_ns >= 0 &&
                       span.end_ns >= span.start_ns && span.duration_ns() < kDayNs;
  if (!is_time) fail("an activity whose start or end is missing or no time");
  span.stream = clamped(sqlite3_column_int64(row, 3));
  span.correlation = sqlite3_column_int64(row, 4);
  span.rank = builder_.rank(process_of(sqlite3_column_int64(row, 5)), clamped(device));
  builder_.add(span);
}

void SqliteReader::kernels() {
  constexpr std::array<std::string_view, 6> kMore = {"demangledName", "shortName", "mangledName",
                                                     "gridX",         "gridY",     "gridZ"};
  constexpr std::array kNames = {6, 7, 8};
  Statement rows = select("CUPTI_ACTIVITY_KIND_KERNEL", span_columns(kMore));
  while (step(rows.get())) {
    TimelineSpan span;
    int64_t ctas = 1;
    for (const int axis : {9, 10, 11})
      ctas = clamped(ctas * clamped(sqlite3_column_int64(rows.get(), axis)));
    span.num_ctas = clamped(ctas);
    span.name = kernel_name(rows.get(), kNames);
    add(rows.get(), span, sqlite3_column_int64(rows.get(), 2));
  }
}

void SqliteReader::copies() {
  constexpr std::array<std::string_view, 2> kMore = {"copyKind", "srcDeviceId"};
  Statement rows = select("CUPTI_ACTIVITY_KIND_MEMCPY", span_columns(kMore));
  while (step(rows.get())) {
    const int64_t kind = sqlite3_column_int64(rows.get(), 6);
    const bool has_source = kind == 10 && sqlite3_column_type(rows.get(), 7) == SQLITE_INTEGER;
    TimelineSpan span{.activity = Activity::kCopy};
    span.name = builder_.name(copy_name(kind));
    add(rows.get(), span, sqlite3_column_int64(rows.get(), has_source ? 7 : 2));
  }
}

void SqliteReader::sets() {
  Statement rows = select("CUPTI_ACTIVITY_KIND_MEMSET", kSpanColumns);
  while (step(rows.get())) {
    TimelineSpan span{.activity = Activity::kSet};
    span.name = builder_.name("[CUDA memset]");
    add(rows.get(), span, sqlite3_column_int64(rows.get(), 2));
  }
}

// Calls of the host are many: only those that launched something here are kept.
void SqliteReader::launches() {
  if (!has("CUPTI_ACTIVITY_KIND_RUNTIME")) return;
  struct Waiting {
    int64_t process;
    int64_t correlation;
    size_t span;
  };
  const auto key = [](const Waiting& waiting) {
    return std::pair(waiting.process, waiting.correlation);
  };
  std::vector<Waiting> waiting;
  std::vector<TimelineSpan>& spans = builder_.spans();
  for (size_t i = 0; i < spans.size(); ++i) {
    const TimelineRank& rank = builder_.ranks()[static_cast<size_t>(spans[i].rank)];
    waiting.push_back({rank.process, spans[i].correlation, i});
  }
  std::ranges::sort(waiting, {}, key);
  constexpr std::array<std::string_view, 3> kColumns = {"start", "globalTid", "correlationId"};
  Statement rows = select("CUPTI_ACTIVITY_KIND_RUNTIME", kColumns);
  while (step(rows.get())) {
    const std::pair<int64_t, int64_t> launch(process_of(sqlite3_column_int64(rows.get(), 1)),
                                             sqlite3_column_int64(rows.get(), 2));
    // Not equal_range: clang 14, which builds the fuzz targets, does not compile its subrange.
    auto found = std::ranges::lower_bound(waiting, launch, {}, key);
    for (; found != waiting.end() && key(*found) == launch; ++found)
      spans[found->span].launch_ns = sqlite3_column_int64(rows.get(), 0);
  }
}

// CUDA numbers devices by process; table TARGET_INFO_CUDA_DEVICE, where there is one, says which
// card each is.
void SqliteReader::devices() {
  if (!has("TARGET_INFO_GPU")) return;
  struct Card {
    int64_t id;
    std::string name;
    int32_t num_sms;
  };
  std::vector<Card> cards;
  constexpr std::array<std::string_view, 3> kCardColumns = {"id", "name", "smCount"};
  for (Statement rows = select("TARGET_INFO_GPU", kCardColumns); step(rows.get());)
    cards.push_back({sqlite3_column_int64(rows.get(), 0), text_of(rows.get(), 1),
                     clamped(sqlite3_column_int64(rows.get(), 2))});
  std::vector<std::tuple<int64_t, int64_t, int64_t>> card_of;  // device, process, card
  if (has("TARGET_INFO_CUDA_DEVICE")) {
    constexpr std::array<std::string_view, 3> kDeviceColumns = {"cudaId", "pid", "gpuId"};
    for (Statement rows = select("TARGET_INFO_CUDA_DEVICE", kDeviceColumns); step(rows.get());)
      card_of.emplace_back(sqlite3_column_int64(rows.get(), 0), sqlite3_column_int64(rows.get(), 1),
                           sqlite3_column_int64(rows.get(), 2));
  }
  for (TimelineRank& rank : builder_.ranks()) {
    int64_t id = rank.device;
    for (const auto& [device, process, card] : card_of) {
      if (device == rank.device && (process == rank.process || process == 0)) id = card;
    }
    const auto card = std::ranges::find(cards, id, &Card::id);
    if (card == cards.end()) continue;
    rank.device_name = card->name;
    rank.num_sms = card->num_sms;
  }
}

/// The largest row number is as good as a count, and at hand.
void SqliteReader::count_rows() {
  for (const std::string_view table : {"CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_MEMCPY",
                                       "CUPTI_ACTIVITY_KIND_RUNTIME"}) {
    if (!has(table)) continue;
    Statement row = prepare("SELECT max(rowid) FROM \"" + std::string(table) + "\"");
    if (step(row.get())) rows_ += std::max<int64_t>(sqlite3_column_int64(row.get(), 0), 0);
  }
}

Timeline SqliteReader::run() {
  if (progress_) count_rows();
  const bool has_kernels = has("CUPTI_ACTIVITY_KIND_KERNEL");
  if (!has_kernels && has("CUPTI_ACTIVITY_KIND_GRAPH_TRACE"))
    fail(
        "CUDA graphs were traced as a whole, without their kernels; record it again with "
        "`nsys profile --cuda-graph-trace=node`");
  if (!has_kernels && !has("StringIds"))
    fail("an SQLite file, but no export of Nsight Systems: it has neither kernels nor StringIds");
  if (has_kernels) kernels();
  if (has("CUPTI_ACTIVITY_KIND_MEMCPY")) copies();
  if (has("CUPTI_ACTIVITY_KIND_MEMSET")) sets();
  launches();
  devices();
  return builder_.take();
}

/// SQLite would leave journals beside a database on which it may write.
std::string read_only_uri(const std::string& path) {
  std::string uri = "file:";
  constexpr std::string_view kHex = "0123456789ABCDEF";
  for (const char c : path) {
    const unsigned char byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) || c == '/' || c == '.' || c == '_' || c == '-') {
      uri += c;
    } else {
      uri += {'%', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  return uri + "?mode=ro&immutable=1";
}

Database opened(const std::string& path, const std::string& uri) {
  sqlite3* database = nullptr;
  const int code =
      sqlite3_open_v2(uri.c_str(), &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr);
  Database owned(database);
  if (code != SQLITE_OK) throw InputError(path, {}, "cannot be opened as an SQLite file");
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  return owned;
}

}  // namespace

Timeline read_nsys_sqlite(const std::string& path, ReadProgress progress) {
  return SqliteReader(path, opened(path, read_only_uri(path)), std::move(progress)).run();
}

Timeline read_nsys_sqlite_bytes(const std::string& path, std::span<const std::byte> bytes) {
  Database database = opened(path, ":memory:");
  unsigned char* data =
      const_cast<unsigned char*>(reinterpret_cast<const unsigned char*>(bytes.data()));
  const int64_t size = static_cast<int64_t>(bytes.size());
  if (sqlite3_deserialize(database.get(), "main", data, size, size, SQLITE_DESERIALIZE_READONLY) !=
      SQLITE_OK)
    throw InputError(path, {}, "cannot be opened as an SQLite file");
  return SqliteReader(path, std::move(database), {}).run();
}

}  // namespace stretto
