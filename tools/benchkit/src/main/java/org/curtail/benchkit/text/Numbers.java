package org.curtail.benchkit.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Texts of numbers: three significant digits, separated thousands, and a unit. */
public final class Numbers {
  private static final double GREATEST_PLAIN = 1e7;
  private static final double LEAST_PLAIN = 1e-3;

  private static final MathContext TWO_DIGITS = new MathContext(2);

  private Numbers() {}

  /** Returns a number with three significant digits; all whole digits stay. */
  public static String significant(double value) {
    double size = Math.abs(value);
    if (size == 0) {
      return "0";
    }
    if (size >= GREATEST_PLAIN || size < LEAST_PLAIN) {
      String scientific = String.format(Locale.ROOT, "%.2e", value);
      return scientific.replaceFirst("e([+-])0?(\\d+)", "e$1$2");
    }
    return rounded(value, Math.clamp(2 - (int) Math.floor(Math.log10(size)), 0, 5));
  }

  /** Returns a time with a suitable unit. */
  public static String time(double ms) {
    double size = Math.abs(ms);
    if (size >= 10_000) {
      return significant(ms / 1000) + " s";
    }
    return size > 0 && size < 0.1 ? significant(ms * 1000) + " µs" : significant(ms) + " ms";
  }

  /** Returns an expected duration in seconds, or in minutes if it is long. */
  public static String duration(double seconds) {
    return seconds < 100
        ? rounded(Math.ceil(seconds), 0) + " s"
        : rounded(Math.ceil(seconds / 60), 0) + " min";
  }

  /** Returns a share as a percentage: whole from 10 %, with one decimal below. */
  public static String percent(double share) {
    double percent = share * 100;
    boolean whole = Math.abs(percent) >= 10 || percent == Math.rint(percent);
    return rounded(percent, whole ? 0 : 1) + " %";
  }

  /** Returns the excess of a tail over its bound as a fine percentage: 0.03 %. */
  public static String fromBest(double share) {
    return rounded(100 * share, 2) + " %";
  }

  /** Returns a number with three significant digits and at most two decimals. */
  public static String measured(double value) {
    return Math.abs(value) < 10 ? decimal(value) : significant(value);
  }

  public static String ratio(double ratio) {
    return ratio >= 100 || ratio < 0.01 ? significant(ratio) : rounded(ratio, 2);
  }

  /** Returns a ratio and its interval. */
  public static String ratio(double value, double low, double high) {
    return "%s (%s to %s)".formatted(ratio(value), ratio(low), ratio(high));
  }

  public static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  public static String decimal(double value) {
    return rounded(value, 2);
  }

  /** Returns the usual spelling of a percentile: p99, p99.9. */
  public static String percentile(double percentile) {
    return "p" + plain(percentile);
  }

  /** Returns a number in its shortest form: 5, 0.25. */
  public static String plain(double value) {
    String text = rounded(value, 6).replaceFirst("\\.?0+$", "");
    return text.equals("-0") ? "0" : text;
  }

  /** Returns an exact number without superfluous digits: 12.5. */
  public static String exact(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }

  /** Returns a number with one decimal, without separators of thousands. */
  public static String tenths(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  /** Returns a number with two decimals, without separators of thousands. */
  public static String hundredths(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  /** Returns a number with two significant digits: 0.0312 is 0.031. */
  public static String twoDigits(double value) {
    return new BigDecimal(value).round(TWO_DIGITS).stripTrailingZeros().toPlainString();
  }

  private static String rounded(double value, int decimals) {
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }
}
