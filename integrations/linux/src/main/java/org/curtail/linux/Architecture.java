package org.curtail.linux;

import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;

/** System call numbers by architecture; two architectures are known. */
final class Architecture {
  private Architecture() {}

  /**
   * Returns the calls of an architecture.
   *
   * @param name value of the property {@code os.arch}
   * @param x86 from the kernel's {@code unistd_64.h}
   * @param aarch64 from {@code asm-generic/unistd.h}
   */
  static <T> Availability<T> calls(String name, T x86, T aarch64) {
    return switch (name) {
      case "amd64", "x86_64" -> new Available<>(x86);
      case "aarch64" -> new Available<>(aarch64);
      default ->
          new Unavailable<>(
              "the numbers of system calls on %s are not known here, only on x86-64 and aarch64"
                  .formatted(name));
    };
  }
}
