package org.curtail.benchkit.latencylog;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The unit of a log's times, and its forms in the name of a column. */
public enum LatencyUnit {
  MS(1, 1, "milliseconds"),
  US(1, 1e3, "microseconds"),
  NS(1, 1e6, "nanoseconds"),
  S(1e3, 1, "seconds");

  private static final String WORDS =
      "ms|msec|msecs|millis|millisecond|milliseconds|us|\u00b5s|\u03bcs|usec|usecs|micros|microsecond|microseconds"
          + "|ns|nsec|nsecs|nanos|nanosecond|nanoseconds|s|sec|secs|seconds";

  /** {@code latency_ms}, {@code latency-ms}, {@code latency (ms)}, {@code seconds}. */
  private static final Pattern APART =
      Pattern.compile("(?:^|.*[^\\p{L}\\p{N}])(" + WORDS + ")[)\\]]?", Pattern.CASE_INSENSITIVE);

  private static final Pattern ALONE = Pattern.compile(WORDS, Pattern.CASE_INSENSITIVE);

  /** {@code latencyMs}; a capital S alone may end any word. */
  private static final Pattern CAMEL =
      Pattern.compile(
          ".*\\p{Ll}(Ms|Msec|Millis|Milliseconds|Us|Usec|Micros|Microseconds|Ns|Nsec|Nanos|Nanoseconds|Sec|Secs|Seconds)");

  private final double times;
  private final double by;
  private final String words;

  /**
   * Creates a unit; one unit is {@code times / by} milliseconds. A division by a thousand rounds
   * only once.
   */
  LatencyUnit(double times, double by, String words) {
    this.times = times;
    this.by = by;
    this.words = words;
  }

  /** Returns a time of this unit in milliseconds. */
  public double millis(double time) {
    return time * times / by;
  }

  /** Returns the name in the plural: milliseconds. */
  public String words() {
    return words;
  }

  /** Returns the name in {@code --unit}: ms. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the unit at the end of a column's name; empty without one. {@code second} is no unit:
   * it means the second attempt.
   */
  public static Optional<LatencyUnit> ofColumn(String name) {
    String stripped = name.strip();
    Matcher apart = APART.matcher(stripped);
    if (apart.matches()) {
      return Optional.of(ofWord(apart.group(1)));
    }
    Matcher camel = CAMEL.matcher(stripped);
    return camel.matches() ? Optional.of(ofWord(camel.group(1))) : Optional.empty();
  }

  /** Returns the unit of a word after a number, such as ms in 22ms. */
  static Optional<LatencyUnit> ofWordAlone(String word) {
    return ALONE.matcher(word).matches() ? Optional.of(ofWord(word)) : Optional.empty();
  }

  /**
   * Returns a name without the unit at its end and the separators before the unit: {@code latency}
   * for latency_ms.
   */
  static String stem(String name) {
    String stripped = name.strip();
    for (Pattern pattern : List.of(APART, CAMEL)) {
      Matcher matcher = pattern.matcher(stripped);
      if (matcher.matches()) {
        return stripped.substring(0, matcher.start(1)).replaceAll("[^\\p{L}\\p{N}]+$", "");
      }
    }
    return stripped;
  }

  private static LatencyUnit ofWord(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    if (lower.startsWith("mi") ? lower.startsWith("milli") : lower.startsWith("m")) {
      return MS;
    }
    return switch (lower.charAt(0)) {
      case 'n' -> NS;
      case 's' -> S;
      default -> US;
    };
  }
}
