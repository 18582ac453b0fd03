package org.curtail.reissue.times;

import java.math.BigDecimal;
import java.math.MathContext;

/** Formats numbers for sentences with three digits, equally on all machines. */
public final class Wording {
  private Wording() {}

  /** Returns a time such as {@code 31.2 ms}. */
  public static String millis(double millis) {
    return Double.isInfinite(millis) ? "endless" : number(millis) + " ms";
  }

  /** Returns a share such as {@code 2.5 %}. */
  public static String percent(double share) {
    return number(100 * share) + " %";
  }

  /** Returns a percentile's name such as {@code p99.9}. */
  public static String percentile(double percentile) {
    return "p" + plain(BigDecimal.valueOf(percentile));
  }

  /** Returns a number with three digits. */
  public static String number(double value) {
    return plain(new BigDecimal(value).round(new MathContext(3)));
  }

  private static String plain(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }
}
