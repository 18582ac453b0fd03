package org.curtail.app.report;

import java.util.Locale;

/** Numbers for people: three digits that count, thousands apart, always with their unit. */
final class Numbers {
  private static final double GREATEST_PLAIN = 1e7;
  private static final double LEAST_PLAIN = 1e-3;

  private Numbers() {}

  /** A number with three significant digits, whole digits always kept. */
  static String significant(double value) {
    double size = Math.abs(value);
    if (size == 0) {
      return "0";
    }
    if (size >= GREATEST_PLAIN || size < LEAST_PLAIN) {
      return format("%.2e", value).replaceFirst("e([+-])0?(\\d+)", "e$1$2");
    }
    int decimals = Math.clamp(2 - (int) Math.floor(Math.log10(size)), 0, 5);
    return format("%,." + decimals + "f", value);
  }

  /** A time with the unit that suits it. */
  static String time(double ms) {
    double size = Math.abs(ms);
    if (size >= 10_000) {
      return significant(ms / 1000) + " s";
    }
    return size > 0 && size < 0.1 ? significant(ms * 1000) + " µs" : significant(ms) + " ms";
  }

  /** A share as a percentage: whole from 10 % on, with one decimal below. */
  static String percent(double share) {
    double percent = share * 100;
    boolean whole = Math.abs(percent) >= 10 || percent == Math.rint(percent);
    return format(whole ? "%,.0f" : "%.1f", percent) + " %";
  }

  static String ratio(double ratio) {
    return ratio >= 100 ? significant(ratio) : format("%.2f", ratio);
  }

  static String count(long count) {
    return format("%,d", count);
  }

  static String decimal(double value) {
    return format("%,.2f", value);
  }

  /** A percentile as the field writes it: p99, p99.9. */
  static String percentile(double percentile) {
    return "p" + plain(percentile);
  }

  /** A number as short as it can be said: 5, 0.25. */
  static String plain(double value) {
    String text = format("%,.6f", value).replaceFirst("\\.?0+$", "");
    return text.equals("-0") ? "0" : text;
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
