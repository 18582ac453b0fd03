package org.curtail.plan;

import java.math.BigDecimal;

/**
 * 1, 2 or 5 times a power of ten.
 *
 * @param digit 1, 2 or 5
 * @param exponent of ten
 */
record RoundNumber(int digit, int exponent) {
  /** The least one that is at least a positive number. */
  static RoundNumber atLeast(double number) {
    var round = new RoundNumber(1, (int) Math.floor(Math.log10(number)) - 1);
    while (round.value() < number) {
      round = round.next();
    }
    return round;
  }

  RoundNumber next() {
    return switch (digit) {
      case 1 -> new RoundNumber(2, exponent);
      case 2 -> new RoundNumber(5, exponent);
      default -> new RoundNumber(1, exponent + 1);
    };
  }

  double value() {
    return BigDecimal.valueOf(digit).scaleByPowerOfTen(exponent).doubleValue();
  }
}
