package org.curtail.linux;

/**
 * Numbers of system calls by architecture: the kernel's {@code unistd_64.h} for x86-64, {@code
 * asm-generic/unistd.h} for aarch64.
 */
record SystemCalls(
    int schedSetattr,
    int schedGetattr,
    int schedSetaffinity,
    int schedGetaffinity,
    int prctl,
    int gettid) {
  private static final SystemCalls X86_64 = new SystemCalls(314, 315, 203, 204, 157, 186);
  private static final SystemCalls AARCH64 = new SystemCalls(274, 275, 122, 123, 167, 178);

  /**
   * Returns the numbers of an architecture.
   *
   * @param architecture value of the property {@code os.arch}
   */
  static Availability<SystemCalls> of(String architecture) {
    return Architecture.calls(architecture, X86_64, AARCH64);
  }
}
