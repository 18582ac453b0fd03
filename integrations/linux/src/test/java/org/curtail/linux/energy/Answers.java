package org.curtail.linux.energy;

import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;

/** Unwraps an {@link Availability} in tests. */
final class Answers {
  private Answers() {}

  static <T> T available(Availability<T> asked) {
    return switch (asked) {
      case Available<T>(T value) -> value;
      case Unavailable<T>(String reason) -> throw new AssertionError(reason);
    };
  }

  static <T> String reason(Availability<T> asked) {
    return switch (asked) {
      case Available<T>(T value) -> throw new AssertionError(value);
      case Unavailable<T>(String reason) -> reason;
    };
  }
}
