package org.curtail.json;

/** Formats numbers as short text that reads back as the same number. */
public final class Numbers {
  private Numbers() {}

  /** Returns {@link Double#toString} without a needless {@code .0}. */
  public static String compact(double value) {
    String text = Double.toString(value);
    // "-0" would read back as 0.
    return text.endsWith(".0") && !text.equals("-0.0")
        ? text.substring(0, text.length() - 2)
        : text;
  }
}
