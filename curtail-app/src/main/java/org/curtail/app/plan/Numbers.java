package org.curtail.app.plan;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers as the lines of a plan show them. */
final class Numbers {
  private static final MathContext TWO_DIGITS = new MathContext(2);

  private Numbers() {}

  /** A time of a table in milliseconds, exactly. */
  static String time(double millis) {
    return BigDecimal.valueOf(millis).stripTrailingZeros().toPlainString();
  }

  static String tenths(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  static String hundredths(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  /** However small: 0.0312 is 0.031. */
  static String twoDigits(double value) {
    return new BigDecimal(value).round(TWO_DIGITS).stripTrailingZeros().toPlainString();
  }

  /** A share as a percentage: 0.0003 is 0.03 %. */
  static String percent(double share) {
    return hundredths(100 * share) + " %";
  }
}
