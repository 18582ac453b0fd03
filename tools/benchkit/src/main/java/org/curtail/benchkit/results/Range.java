package org.curtail.benchkit.results;

import java.math.BigDecimal;

/** Checks of numbers of a result. */
final class Range {
  private Range() {}

  /**
   * Rejects negative numbers.
   *
   * @throws IllegalArgumentException with the name and the number
   */
  static void requireAtLeastZero(String name, double value) {
    if (value < 0) {
      throw new IllegalArgumentException(
          "%s must be at least 0: %s".formatted(name, BigDecimal.valueOf(value).toPlainString()));
    }
  }
}
