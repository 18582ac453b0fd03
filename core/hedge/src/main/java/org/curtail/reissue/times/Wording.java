package org.curtail.reissue.times;

import java.math.BigDecimal;
import java.math.MathContext;

/** Numbers in sentences: three digits are enough for a reader, and every machine writes alike. */
public final class Wording {
  private Wording() {}

  /** A time: {@code 31.2 ms}. */
  public static String millis(double millis) {
    return Double.isInfinite(millis) ? "endless" : number(millis) + " ms";
  }

  /** A share: {@code 2.5 %}. */
  public static String percent(double share) {
    return number(100 * share) + " %";
  }

  /** A percentile as it is called: {@code p99.9}. */
  public static String percentile(double percentile) {
    return "p" + plain(BigDecimal.valueOf(percentile));
  }

  /** A number with three digits. */
  public static String number(double value) {
    return plain(new BigDecimal(value).round(new MathContext(3)));
  }

  private static String plain(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }
}
