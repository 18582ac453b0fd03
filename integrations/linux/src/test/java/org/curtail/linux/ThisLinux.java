package org.curtail.linux;

import static org.junit.jupiter.api.Assumptions.abort;

import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;

/** Unwraps what a test needs of this machine, or skips the test with the reason. */
final class ThisLinux {
  private ThisLinux() {}

  static Kernel kernel() {
    return required(Kernel.ofThisMachine());
  }

  static <T> T required(Availability<T> wanted) {
    return switch (wanted) {
      case Available<T>(T value) -> value;
      case Unavailable<T>(String reason) -> abort(reason);
    };
  }
}
