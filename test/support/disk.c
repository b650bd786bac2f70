// A disk that can be made to fail or to be slow, and that writes down in which order things happen: preloaded into the program under test.
// DISK_FAIL names a file; while it is there it says what fails and how often: "sync 1" every sync, "write 7" every seventh write.
// DISK_SLOW_MS is how much longer each sync takes.
// DISK_LOG names a file for the order of things: pages and commits in the write-ahead log, syncs, answers; words that begin with DISK_MARK are noted.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { other, calendar, wal, network };

static atomic_int calls;

static int ends_with(const char *text, const char *end) {
  size_t length = strlen(text), tail = strlen(end);
  return length >= tail && strcmp(text + length - tail, end) == 0;
}

static enum kind kind_of(int fd) {
  struct stat about;
  if (fstat(fd, &about) == 0 && S_ISSOCK(about.st_mode)) return network;
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return other;
  path[length] = 0;
  if (ends_with(path, ".db-wal") || ends_with(path, ".db-new-wal")) return wal;
  return ends_with(path, ".db") || ends_with(path, ".db-new") ? calendar : other;
}

static int fails(const char *what, enum kind kind) {
  const char *file = getenv("DISK_FAIL");
  if (!file || (kind != wal && kind != calendar)) return 0;
  int fd = open(file, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  char said[64] = { 0 }, named[32] = { 0 };
  int every = 1;
  ssize_t length = syscall(SYS_read, fd, said, sizeof said - 1);
  close(fd);
  if (length <= 0 || sscanf(said, "%31s %d", named, &every) < 1 || strcmp(named, what) != 0) return 0;
  return atomic_fetch_add(&calls, 1) % every == every - 1;
}

static void note(const char *what, const char *word, size_t length) {
  static int log = -2;
  const char *file = getenv("DISK_LOG");
  if (!file) return;
  if (log == -2) log = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  char line[256];
  int size = snprintf(line, sizeof line, "%s %.*s\n", what, (int)(length > 200 ? 200 : length), word);
  syscall(SYS_write, log, line, (size_t)size);
}

/** Notes every word of small letters, digits and dashes that begins with the mark and ends before an exclamation mark: in a page the next column follows at once. */
static void note_words(const char *what, const char *bytes, size_t length) {
  const char *mark = getenv("DISK_MARK"), *end = bytes + length;
  if (!mark || !getenv("DISK_LOG")) return;
  for (const char *at = bytes; (at = memmem(at, (size_t)(end - at), mark, strlen(mark))); ) {
    const char *word = at;
    while (at < end && (*at == '-' || (*at >= '0' && *at <= '9') || (*at >= 'a' && *at <= 'z'))) at += 1;
    if (at < end && *at == '!') note(what, word, (size_t)(at - word));
  }
}

/** The header of a frame that ends a transaction says how large the file is then. */
static int is_commit(const void *bytes, size_t length) {
  static const unsigned char none[4];
  return length == 24 && memcmp((const char *)bytes + 4, none, 4) != 0;
}

static void note_written(enum kind kind, const void *bytes, size_t length) {
  if (kind == network) note_words("answer", bytes, length);
  if (kind != wal) return;
  if (is_commit(bytes, length)) note("commit", "", 0);
  note_words("page", bytes, length);
}

/** A write that fails leaves half of itself behind. */
ssize_t pwrite64(int fd, const void *bytes, size_t length, off_t at) {
  enum kind kind = kind_of(fd);
  if (fails("write", kind)) {
    syscall(SYS_pwrite64, fd, bytes, length / 2, at);
    errno = ENOSPC;
    return -1;
  }
  note_written(kind, bytes, length);
  return syscall(SYS_pwrite64, fd, bytes, length, at);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) {
  return pwrite64(fd, bytes, length, at);
}

ssize_t write(int fd, const void *bytes, size_t length) {
  enum kind kind = kind_of(fd);
  if (fails("write", kind)) {
    syscall(SYS_write, fd, bytes, length / 2);
    errno = ENOSPC;
    return -1;
  }
  note_written(kind, bytes, length);
  return syscall(SYS_write, fd, bytes, length);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  if (kind_of(fd) == network) for (int i = 0; i < count; i += 1) note_words("answer", parts[i].iov_base, parts[i].iov_len);
  return syscall(SYS_writev, fd, parts, count);
}

static int synced(int fd, long call) {
  enum kind kind = kind_of(fd);
  if (fails("sync", kind)) {
    errno = EIO;
    return -1;
  }
  const char *slow_ms = getenv("DISK_SLOW_MS");
  if (slow_ms && kind != other) usleep((useconds_t)atoi(slow_ms) * 1000);
  int result = (int)syscall(call, fd);
  if (result == 0 && kind == wal) note("sync", "", 0);
  return result;
}

int fsync(int fd) { return synced(fd, SYS_fsync); }

int fdatasync(int fd) { return synced(fd, SYS_fdatasync); }
