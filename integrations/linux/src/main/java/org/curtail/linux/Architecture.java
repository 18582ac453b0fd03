package org.curtail.linux;

import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;

/** Numbers of system calls differ between architectures; those of two are known. */
final class Architecture {
  private Architecture() {}

  /**
   * The calls of an architecture.
   *
   * @param name as the property {@code os.arch} has it
   * @param x86 the kernel's {@code unistd_64.h}
   * @param aarch64 {@code asm-generic/unistd.h}
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
