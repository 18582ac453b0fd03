package org.curtail.benchkit.terminal;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.curtail.benchkit.text.Numbers;

/**
 * Rules for values of options and for combinations of options, with their messages. Each throws a
 * {@link UsageError} that names the option, the expected and the actual value.
 */
public final class OptionRules {
  private OptionRules() {}

  /**
   * A whole number within a range; the message names no upper end if that is the greatest number.
   */
  public static int whole(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw outOfRange(option, "a whole number", most == Integer.MAX_VALUE, least, most, value);
    }
    return value;
  }

  /** The same for great numbers. */
  public static long whole(String option, long value, long least, long most) {
    if (value < least || value > most) {
      throw outOfRange(option, "a whole number", most == Long.MAX_VALUE, least, most, value);
    }
    return value;
  }

  private static UsageError outOfRange(
      String option, String what, boolean endless, long least, long most, long value) {
    return new UsageError(
        endless
            ? "%s: expected %s of at least %,d, found %d".formatted(option, what, least, value)
            : "%s: expected %s from %,d to %,d, found %d"
                .formatted(option, what, least, most, value));
  }

  /** A number within a range. */
  public static double number(String option, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw new UsageError(
          "%s: expected a number from %s to %s, found %s"
              .formatted(option, text(least), text(most), text(value)));
    }
    return value;
  }

  /** A number above a bound and at most another. */
  public static double above(String option, double bound, double value, double most) {
    if (!(value > bound && value <= most) || Double.isInfinite(value)) {
      throw new UsageError(
          "%s: expected a number above %s%s, found %s"
              .formatted(
                  option,
                  text(bound),
                  most < Double.MAX_VALUE ? " and at most " + text(most) : "",
                  text(value)));
    }
    return value;
  }

  /** The percentile of the tail. */
  public static double percentile(double value) {
    if (!(value > 0 && value < 100)) {
      throw new UsageError(
          "--percentile: expected a number above 0 and below 100, found " + Numbers.plain(value));
    }
    return value;
  }

  /** The value with this name. */
  public static <T> T named(String option, String name, List<T> all, Function<T, String> naming) {
    return all.stream()
        .filter(one -> naming.apply(one).equals(name))
        .findFirst()
        .orElseThrow(() -> unknown(option, name, all.stream().map(naming).toList()));
  }

  /** A list that is not empty and has no value twice. */
  public static void each(String option, Collection<?> values) {
    if (values.isEmpty()) {
      throw new UsageError(option + ": expected at least one value, found none");
    }
    var seen = new HashSet<Object>();
    for (Object value : values) {
      if (!seen.add(value)) {
        throw new UsageError(
            "%s: expected each value once, found %s twice".formatted(option, shown(value)));
      }
    }
  }

  /** The error for an option without another that it needs. */
  public static UsageError needs(String option, String other) {
    return new UsageError("%s works only with %s, which is missing".formatted(option, other));
  }

  /** Rejects an option without another that it needs. */
  public static void needs(String option, boolean isGiven, String other) {
    if (isGiven) {
      throw needs(option, other);
    }
  }

  /** The error for two options that exclude each other. */
  public static UsageError excludes(String option, String other) {
    return new UsageError("%s cannot be given together with %s".formatted(option, other));
  }

  /** Rejects an option together with another that excludes it. */
  public static void excludes(String option, boolean isGiven, String other) {
    if (isGiven) {
      throw excludes(option, other);
    }
  }

  /** The error for a missing required option. */
  public static UsageError missing(String option, String expected) {
    return new UsageError("%s is missing: expected %s".formatted(option, expected));
  }

  /** The error for a name that an option does not know. */
  public static UsageError unknown(String option, String name, List<String> known) {
    return new UsageError(
        "%s: %s".formatted(option, NearestName.unknown(name, known).getMessage()));
  }

  /** {@code a}, {@code a or b}, {@code a, b or c}. */
  public static String alternatives(List<String> names) {
    return names.size() < 2
        ? String.join("", names)
        : names.subList(0, names.size() - 1).stream().collect(Collectors.joining(", "))
            + " or "
            + names.getLast();
  }

  private static String shown(Object value) {
    return value instanceof Double number ? text(number) : value.toString();
  }

  /** The shortest text: 5, 0.25, 1e12. */
  private static String text(double value) {
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    return Double.toString(value);
  }
}
