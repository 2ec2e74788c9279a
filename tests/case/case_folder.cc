// SPDX-License-Identifier: Apache-2.0
// See case_folder.h.
#include "tests/case/case_folder.h"

#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace slowtell::test {
namespace {

namespace fs = std::filesystem;

std::string ReadAll(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

Result<std::string> Compressed(std::string_view content) {
  z_stream stream{};
  constexpr int kGzip = 15 + 16;
  if (deflateInit2(&stream, 9, Z_DEFLATED, kGzip, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    return Fail(ErrorKind::kInternal, "cannot compress");
  std::string out(deflateBound(&stream, content.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
  stream.avail_in = static_cast<uInt>(content.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int status = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (status != Z_STREAM_END) return Fail(ErrorKind::kInternal, "cannot compress");
  return out;
}

// Beside the case, or relative to the repository.
Result<fs::path> FindGiven(const CaseFile& file, const Section& section) {
  const fs::path beside = fs::path(file.path).parent_path() / section.argument;
  const fs::path in_repository = fs::path(SLOWTELL_SOURCE_DIR) / section.argument;
  for (const fs::path& path : {beside, in_repository}) {
    if (fs::is_regular_file(path)) return path;
  }
  return Fail(ErrorKind::kBadInput, "no file " + section.argument, "",
              file.path + ":" + std::to_string(section.line),
              "it is looked for beside the case and from the top of the repository");
}

std::string Quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace

Result<CaseFolder> CaseFolder::Make(const CaseFile& file) {
  CaseFolder folder;
  std::string name = (fs::temp_directory_path() / "slowtell_case_XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) return Fail(ErrorKind::kIo, "cannot make " + name);
  folder.root_ = name;
  std::error_code error;
  fs::create_directory(folder.files(), error);
  fs::create_directory(folder.root_ / "tmp", error);
  for (const Section& section : file.sections) {
    if (section.kind == SectionKind::kGiven) {
      RETURN_IF_ERROR(folder.Put(section.argument, section.body));
    } else if (section.kind == SectionKind::kGzip) {
      ASSIGN_OR_RETURN(const std::string content, Compressed(section.body));
      RETURN_IF_ERROR(folder.Put(section.argument, content));
    } else if (section.kind == SectionKind::kCopy) {
      ASSIGN_OR_RETURN(const fs::path from, FindGiven(file, section));
      RETURN_IF_ERROR(folder.Put(from.filename().string(), ReadAll(from)));
    }
  }
  return folder;
}

CaseFolder::~CaseFolder() {
  std::error_code ignored;
  if (!root_.empty()) fs::remove_all(root_, ignored);
}

Result<void> CaseFolder::Put(const std::string& name, std::string_view content) {
  std::ofstream out(files() / name, std::ios::binary);
  out << content;
  out.close();
  if (!out) return Fail(ErrorKind::kIo, "cannot write " + (files() / name).string());
  given_.push_back(name);
  return {};
}

Result<Ran> CaseFolder::Run(const std::string& command) const {
  std::ofstream(root_ / "command.sh") << command << "\n";
  const std::string line =
      "cd " + Quoted(files().string()) + " && PATH=" + Quoted(SLOWTELL_BINARY_DIR) +
      ":\"$PATH\" TMPDIR=" + Quoted((root_ / "tmp").string()) +
      " SOURCE=" + Quoted(SLOWTELL_SOURCE_DIR) +
      " LC_ALL=C TERM=dumb timeout 60 sh ../command.sh >../out 2>../err </dev/null";
  const int status = std::system(line.c_str());
  if (status == -1 || !WIFEXITED(status)) return Fail(ErrorKind::kIo, "cannot run a shell");
  return Ran{WEXITSTATUS(status), Lines(ReadAll(root_ / "out")), Lines(ReadAll(root_ / "err"))};
}

}  // namespace slowtell::test
