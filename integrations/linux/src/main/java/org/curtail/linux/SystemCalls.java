package org.curtail.linux;

import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;

/** Numbers of system calls. Two architectures are known. */
record SystemCalls(
    int schedSetattr,
    int schedGetattr,
    int schedSetaffinity,
    int schedGetaffinity,
    int prctl,
    int gettid,
    int clockGettime,
    int getrusage,
    int openat,
    int pread64,
    int close,
    int read,
    int perfEventOpen) {
  /** From the kernel's {@code unistd_64.h}. */
  private static final SystemCalls X86_64 =
      new SystemCalls(314, 315, 203, 204, 157, 186, 228, 98, 257, 17, 3, 0, 298);

  /** From the kernel's {@code asm-generic/unistd.h}. */
  private static final SystemCalls AARCH64 =
      new SystemCalls(274, 275, 122, 123, 167, 178, 113, 165, 56, 67, 57, 63, 241);

  /**
   * Returns the numbers of an architecture.
   *
   * @param architecture value of the property {@code os.arch}
   */
  static Availability<SystemCalls> of(String architecture) {
    return switch (architecture) {
      case "amd64", "x86_64" -> new Available<>(X86_64);
      case "aarch64" -> new Available<>(AARCH64);
      default ->
          new Unavailable<>(
              "the numbers of system calls on %s are not known here, only on x86-64 and aarch64"
                  .formatted(architecture));
    };
  }
}
