package org.curtail.measurement.latencylog;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.curtail.measurement.terminal.Excerpt;
import org.curtail.measurement.terminal.Misuse;
import org.curtail.measurement.terminal.NearestName;
import org.curtail.measurement.terminal.OptionRules;
import org.jspecify.annotations.Nullable;

/**
 * Which columns of a table hold what: as the user says, else as their names and their first values
 * tell.
 *
 * @param first of latencies of first attempts
 * @param second of those of second attempts; null if there is none
 * @param time of the time of sending; null if nobody asks for it
 * @param unit of both latencies
 */
record ColumnChoice(
    String first, @Nullable String second, @Nullable String time, LatencyUnit unit) {
  /** Names of latencies, without their unit. */
  private static final Pattern LATENCY =
      Pattern.compile(
          "(?i)(.*[^\\p{L}\\p{N}])?(latency|latencies|duration|elapsed|took|rtt|first|first_attempt"
              + "|(response|request|service|exec|execution|processing)_?-?(time|latency|duration)"
              + "|time_(taken|total)|responsetime|servicetime)");

  private static final Pattern SECOND =
      Pattern.compile("(?i)(second|second_attempt|reissue|hedge|copy)(_latency|_duration)?");

  private static final String FIRST = "--first";
  private static final int SHOWN = 12;

  /**
   * Chooses.
   *
   * @param where file and line, for messages
   * @param table at its first row
   * @throws Misuse if a column is not there, or if it is not clear which is meant or in which unit
   */
  static ColumnChoice of(LogColumns said, AheadTable table, String where) {
    List<String> columns = table.columns();
    String first = said.first();
    if (first == null) {
      first = first(FIRST, said, table, where);
    } else {
      require(FIRST, first, columns, where);
    }
    String second = said.second();
    if (second == null) {
      second = second(first, columns);
    } else {
      require("--second", second, columns, where);
    }
    String time = said.time();
    if (time != null) {
      require("--time", time, columns, where);
    }
    requireDifferent(first, second, where);
    requireDifferent(first, time, where);
    if (second != null) {
      requireDifferent(second, time, where);
    }
    return new ColumnChoice(first, second, time, unit(said, first, second, where));
  }

  /**
   * The column with the durations, and their unit in {@link #unit}.
   *
   * @param option with which the user names the column
   * @throws Misuse as {@link #of} does
   */
  static ColumnChoice ofDurations(String option, LogColumns said, AheadTable table, String where) {
    String first = said.first();
    if (first == null) {
      first = first(option, said, table, where);
    } else {
      require(option, first, table.columns(), where);
    }
    return new ColumnChoice(first, null, said.time(), unit(said, first, null, where));
  }

  static void require(String option, String name, List<String> columns, String where) {
    if (!columns.contains(name)) {
      throw new Misuse(
          "%s: %s: expected the name of a column, found '%s'; %s%s"
              .formatted(
                  where,
                  option,
                  Excerpt.of(name),
                  "there are " + shown(columns),
                  NearestName.hint(name, columns)));
    }
  }

  private static void requireDifferent(String one, @Nullable String other, String where) {
    if (one.equals(other)) {
      throw new Misuse(
          "%s: expected a column of its own for each of --first, --second and --time, found '%s' twice"
              .formatted(where, Excerpt.of(one)));
    }
  }

  /**
   * The only column named as a latency, else as a time, of those with numbers in the first row,
   * else in any; else the only one with numbers in the first row.
   */
  private static String first(String option, LogColumns said, AheadTable table, String where) {
    List<String> inFirstRow = numeric(said, table, table::values);
    List<String> numeric = numeric(said, table, table::example);
    for (List<String> candidates : List.of(inFirstRow, numeric)) {
      Optional<String> named = named(candidates);
      if (named.isPresent()) {
        return named.get();
      }
    }
    if (inFirstRow.size() == 1) {
      return inFirstRow.getFirst();
    }
    throw new Misuse(
        numeric.isEmpty()
            ? "%s: expected a column of numbers, found none in %s"
                .formatted(where, shown(table.columns()))
            : "%s: cannot tell which column has the latencies; say it with %s: %s"
                .formatted(
                    where,
                    option,
                    OptionRules.alternatives(numeric.stream().limit(SHOWN).toList())));
  }

  private static List<String> numeric(
      LogColumns said, LogTable table, Function<String, List<String>> values) {
    return table.columns().stream()
        .filter(column -> !column.isEmpty())
        .filter(column -> !column.equals(said.second()) && !column.equals(said.time()))
        .filter(column -> isNumeric(values.apply(column)))
        .toList();
  }

  private static Optional<String> named(List<String> numeric) {
    List<String> latencies = only(numeric, name -> LATENCY.matcher(stem(name)).matches());
    List<String> times =
        only(
            numeric,
            name ->
                LatencyUnit.ofColumn(name).isPresent() && !SECOND.matcher(stem(name)).matches());
    for (List<String> found : List.of(only(latencies, times::contains), latencies, times)) {
      if (found.size() == 1) {
        return Optional.of(found.getFirst());
      }
    }
    return Optional.empty();
  }

  private static @Nullable String second(String first, List<String> columns) {
    List<String> found =
        only(columns, name -> !name.equals(first) && SECOND.matcher(stem(name)).matches());
    return found.size() == 1 ? found.getFirst() : null;
  }

  private static LatencyUnit unit(
      LogColumns said, String first, @Nullable String second, String where) {
    LatencyUnit unit = said.unit();
    if (unit != null) {
      return unit;
    }
    LatencyUnit ofFirst =
        LatencyUnit.ofColumn(first).orElseThrow(() -> unclear(where, "column " + first));
    if (second != null) {
      LatencyUnit ofSecond = LatencyUnit.ofColumn(second).orElse(ofFirst);
      if (ofSecond != ofFirst) {
        throw new Misuse(
            "%s: expected one unit for both attempts, found %s in %s and %s in %s"
                .formatted(where, ofFirst.words(), first, ofSecond.words(), second));
      }
    }
    return ofFirst;
  }

  /** What is said where nothing tells the unit. */
  static Misuse unclear(String where, String what) {
    return new Misuse(
        "%s: nothing says in which unit the times of %s are; add --unit ms, us, ns or s, as in --unit ms"
            .formatted(where, Excerpt.of(what)));
  }

  /** A name without the unit at its end and the signs around that. */
  private static String stem(String name) {
    return LatencyUnit.stem(name);
  }

  private static boolean isNumeric(List<String> values) {
    return !values.isEmpty() && values.stream().allMatch(LogNumber::isNumber);
  }

  private static List<String> only(List<String> names, Predicate<String> wanted) {
    return names.stream().filter(wanted).toList();
  }

  private static String shown(List<String> columns) {
    var shown = new ArrayList<>(columns.stream().limit(SHOWN).map(Excerpt::of).toList());
    if (columns.size() > SHOWN) {
      shown.add("%d more".formatted(columns.size() - SHOWN));
    }
    return String.join(", ", shown);
  }
}
