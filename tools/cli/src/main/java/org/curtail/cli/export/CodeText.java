package org.curtail.cli.export;

import java.math.BigDecimal;

/** Numbers as programs have them. */
final class CodeText {
  private static final long MICRO = 1_000;

  private CodeText() {}

  static String duration(long nanos) {
    return nanos % MICRO == 0
        ? nanos / MICRO + " * time.Microsecond"
        : nanos + " * time.Nanosecond";
  }

  static String number(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}
