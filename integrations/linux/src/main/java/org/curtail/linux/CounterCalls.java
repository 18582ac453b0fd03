package org.curtail.linux;

/**
 * Numbers of the system calls for counters, by architecture: the kernel's {@code unistd_64.h} for
 * x86-64, {@code asm-generic/unistd.h} for aarch64.
 */
record CounterCalls(
    int clockGettime,
    int getrusage,
    int openat,
    int pread64,
    int close,
    int read,
    int perfEventOpen) {
  private static final CounterCalls X86_64 = new CounterCalls(228, 98, 257, 17, 3, 0, 298);
  private static final CounterCalls AARCH64 = new CounterCalls(113, 165, 56, 67, 57, 63, 241);

  /**
   * Returns the numbers of an architecture.
   *
   * @param architecture value of the property {@code os.arch}
   */
  static Availability<CounterCalls> of(String architecture) {
    return Architecture.calls(architecture, X86_64, AARCH64);
  }
}
