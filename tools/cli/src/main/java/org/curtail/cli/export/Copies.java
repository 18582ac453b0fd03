package org.curtail.cli.export;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.curtail.benchkit.text.Numbers;
import org.curtail.reissue.Reissue;

/**
 * A target's setting: send one copy of a request that has no answer after a delay.
 *
 * @param delayMillis at least 0
 * @param probability probability with which a copy is sent: above 0, at most 1
 * @param fraction copies expected per request
 * @param budget copies allowed per request
 */
record Copies(double delayMillis, double probability, double fraction, double budget) {
  private static final double MILLION = 1e6;

  boolean always() {
    return probability == 1;
  }

  long delayNanos() {
    return new Reissue(delayMillis, probability).delayNanos();
  }

  /** The delay in seconds as protocol buffers write it in JSON: 0.042137s. */
  String delaySeconds() {
    return seconds(delayNanos());
  }

  /** A time in seconds as protocol buffers write it in JSON. */
  static String seconds(long nanos) {
    return BigDecimal.valueOf(nanos, 9).stripTrailingZeros().toPlainString() + "s";
  }

  /** The delay in whole milliseconds, rounded up so that the budget holds. */
  long wholeMillis() {
    return (long) Math.ceil(delayMillis - 1e-9);
  }

  /** The delay in whole milliseconds, at least 1, for targets where 0 has another meaning. */
  long wholeMillisAboveZero() {
    return Math.max(1, wholeMillis());
  }

  /** A remark on rounding for targets that count whole milliseconds; empty if nothing is lost. */
  List<String> rounding(String target, long written) {
    return written == delayMillis
        ? List.of()
        : List.of(
            "%s counts whole milliseconds: the delay of %s is written as %d ms, later rather than earlier, so that no more copies are sent"
                .formatted(target, Numbers.plain(delayMillis) + " ms", written));
  }

  /** The probability in millionths, rounded down, but at least 1. */
  long millionths() {
    return Math.max(1, (long) Math.floor(probability * MILLION + 1e-6));
  }

  /** The budget in percent, in its shortest form. */
  BigDecimal budgetPercent() {
    return BigDecimal.valueOf(budget).movePointRight(2).stripTrailingZeros();
  }

  /** The percentile of latency that this share of requests exceeds; two decimals, rounded up. */
  BigDecimal percentile() {
    return new BigDecimal(100 * (1 - fraction))
        .setScale(2, RoundingMode.CEILING)
        .min(new BigDecimal("99.99"))
        .stripTrailingZeros();
  }
}
