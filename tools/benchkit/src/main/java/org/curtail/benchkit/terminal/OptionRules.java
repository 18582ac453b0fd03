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
   * Returns a whole number; rejects a number outside of a range. The message has no upper end if
   * that is the greatest number.
   */
  public static int whole(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw outOfRange(option, "a whole number", most == Integer.MAX_VALUE, least, most, value);
    }
    return value;
  }

  /** Returns a long whole number; rejects a number outside of a range. */
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

  /** Returns a number; rejects a number outside of a range. */
  public static double number(String option, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw new UsageError(
          "%s: expected a number from %s to %s, found %s"
              .formatted(option, text(least), text(most), text(value)));
    }
    return value;
  }

  /** Returns a number; rejects a number that is not above a bound, or above another bound. */
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

  /** Returns the percentile of the tail; rejects a number out of range. */
  public static double percentile(double value) {
    if (!(value > 0 && value < 100)) {
      throw new UsageError(
          "--percentile: expected a number above 0 and below 100, found " + Numbers.plain(value));
    }
    return value;
  }

  /** Returns the value with this name; rejects an unknown name. */
  public static <T> T named(String option, String name, List<T> all, Function<T, String> naming) {
    return all.stream()
        .filter(one -> naming.apply(one).equals(name))
        .findFirst()
        .orElseThrow(() -> unknown(option, name, all.stream().map(naming).toList()));
  }

  /** Rejects an empty list, and a list with a repeated value. */
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

  /** Returns the error for an option without another option that it needs. */
  public static UsageError needs(String option, String other) {
    return new UsageError("%s works only with %s, which is missing".formatted(option, other));
  }

  /** Rejects an option without another option that it needs. */
  public static void needs(String option, boolean isGiven, String other) {
    if (isGiven) {
      throw needs(option, other);
    }
  }

  /** Returns the error for two options that exclude each other. */
  public static UsageError excludes(String option, String other) {
    return new UsageError("%s cannot be given together with %s".formatted(option, other));
  }

  /** Rejects an option together with another option that excludes it. */
  public static void excludes(String option, boolean isGiven, String other) {
    if (isGiven) {
      throw excludes(option, other);
    }
  }

  /** Returns the error for a missing option. */
  public static UsageError missing(String option, String expected) {
    return new UsageError("%s is missing: expected %s".formatted(option, expected));
  }

  /** Returns the error for an unknown name of an option. */
  public static UsageError unknown(String option, String name, List<String> known) {
    return new UsageError(
        "%s: %s".formatted(option, NearestName.unknown(name, known).getMessage()));
  }

  /** Returns {@code a}, {@code a or b}, or {@code a, b or c}. */
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

  /** Returns the shortest text of a number: 5, 0.25, 1e12. */
  private static String text(double value) {
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    return Double.toString(value);
  }
}
