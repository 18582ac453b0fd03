package org.curtail.workflow;

import java.math.BigDecimal;
import java.math.MathContext;

/** Numbers in the sentences of verdicts: three digits, alike on every machine. */
final class LoadWords {
  private LoadWords() {}

  /** A time: {@code 31.2 ms}. */
  static String millis(double millis) {
    return Double.isInfinite(millis) ? "endless" : number(millis) + " ms";
  }

  /** A share: {@code 2.5 %}. */
  static String percent(double share) {
    return number(100 * share) + " %";
  }

  /** A percentile as it is called: {@code p99.9}. */
  static String percentile(double percentile) {
    return "p" + plain(BigDecimal.valueOf(percentile));
  }

  private static String number(double value) {
    return plain(new BigDecimal(value).round(new MathContext(3)));
  }

  private static String plain(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }
}
