package org.curtail.benchkit.latencylog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.NearestName;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.jspecify.annotations.Nullable;

/**
 * The meaning of a table's columns. The meaning comes from the user; otherwise from the known
 * format of a program; otherwise from names and first values.
 *
 * @param first column of durations, or of latencies of original attempts
 * @param second column of latencies of copies; null without copies
 * @param moment column of arrivals, sendings, or ends; null without moments
 * @param isEnd true if the moments are ends
 * @param unit unit of both latencies; null if each value has its own
 * @param momentUnit unit of moments that are numbers; null if unknown
 * @param mark decimal mark of latencies
 * @param seriesColumn column with the series of a row; null if there is only one series
 * @param series series that counts
 * @param guess text on guesses and their source line; "" for none
 * @param notes further remarks for the user
 */
record ColumnChoice(
    String first,
    @Nullable String second,
    @Nullable String moment,
    boolean isEnd,
    @Nullable LatencyUnit unit,
    @Nullable LatencyUnit momentUnit,
    DecimalMark mark,
    @Nullable String seriesColumn,
    @Nullable String series,
    String guess,
    List<String> notes) {
  /** Names of latencies, without their unit. */
  private static final Pattern LATENCY =
      Pattern.compile(
          "(?i)(.*[^\\p{L}\\p{N}])?(latency|latencies|duration|elapsed|took|rtt|first|first_attempt"
              + "|(response|request|service|exec|execution|processing)_?-?(time|latency|duration)"
              + "|time_(taken|total)|responsetime|servicetime)");

  private static final Pattern SECOND =
      Pattern.compile("(?i)(second|second_attempt|reissue|hedge|copy)(_latency|_duration)?");

  /** Names of time limits, which are no measured latencies. */
  private static final Pattern LIMIT =
      Pattern.compile(
          "(?i)(.*[^\\p{L}\\p{N}])?(time_?-?out|ttl|keep_?-?alive|max_?-?age|age|retry_?-?after|deadline"
              + "|interval|expir(es|y|ation)|limit|time_?-?limit|lifetime|budget|uptime)");

  static final String DURATION = "--duration";
  private static final int SHOWN = 12;

  /** True if a column has the name of a latency. */
  static boolean isLatency(String name) {
    return LATENCY.matcher(LatencyUnit.stem(name)).matches();
  }

  /** True if a column has the name of a time limit. */
  static boolean isLimit(String name) {
    return LIMIT.matcher(LatencyUnit.stem(name)).matches();
  }

  /**
   * A table and its context.
   *
   * @param table table at its first row
   * @param layout known format of a program; null if unknown
   * @param hasCommas true if commas may be decimal marks
   * @param header location of the names of columns
   * @param file name of the file in messages
   */
  record Source(
      LookaheadTable table,
      @Nullable LogLayout layout,
      boolean hasCommas,
      String header,
      String file) {}

  /**
   * Chooses the columns.
   *
   * @param withSecond true if latencies of copies count
   * @throws UsageError if a column does not exist, or if the column or its unit is ambiguous
   */
  static ColumnChoice of(LogColumns said, Source source, boolean withSecond) {
    LookaheadTable table = source.table();
    LogLayout layout = source.layout();
    String file = source.file();
    List<String> columns = table.columns();
    String first = said.first();
    boolean isFirstGuessed = first == null;
    if (first != null) {
      require(DURATION, first, columns, file);
    } else {
      first = layout == null ? guess(said, source) : layout.duration();
    }
    boolean isKnown = layout != null && layout.duration().equals(first);
    String second = withSecond ? said.second() : null;
    if (second != null) {
      require("--second", second, columns, file);
    } else if (withSecond && layout == null) {
      second = second(first, columns);
    }
    String moment = said.moment();
    boolean isEnd = said.isEnd();
    LatencyUnit momentUnit = said.momentUnit();
    if (moment != null) {
      require(isEnd ? "--ended" : "--arrived", moment, columns, file);
    } else if (layout != null) {
      moment = layout.moment();
      isEnd = layout.isEnd();
      momentUnit = layout.momentUnit();
    }
    requireDifferent(first, second, file);
    requireDifferent(first, moment, file);
    if (second != null) {
      requireDifferent(second, moment, file);
    }
    var notes = new ArrayList<String>();
    LogLayout known = isKnown ? layout : null;
    LatencyUnit unit = unit(said, first, second, known, source, notes);
    DecimalMark mark = mark(first, source, notes);
    String remark = layout == null ? null : layout.remark();
    if (remark != null && said.moment() == null) {
      notes.add(remark);
    }
    String guess = isFirstGuessed || said.unit() == null ? guess(first, known, source) : "";
    return new ColumnChoice(
        first,
        second,
        moment,
        isEnd,
        unit,
        momentUnit,
        mark,
        layout == null ? null : layout.seriesColumn(),
        series(said, source),
        guess,
        notes);
  }

  private static String guess(String first, @Nullable LogLayout known, Source source) {
    String where =
        known != null
            ? known.where()
            : source.header().isEmpty() ? source.table().exampleWhere(first) : source.header();
    String line = where.substring(where.lastIndexOf(':') + 1);
    return known == null || known.what().isEmpty()
        ? "guessed from line " + line
        : "guessed from line %s: %s".formatted(line, known.what());
  }

  private static @Nullable String series(LogColumns said, Source source) {
    String wanted = said.series();
    LogLayout layout = source.layout();
    String column = layout == null ? null : layout.seriesColumn();
    if (layout == null || column == null) {
      if (wanted != null) {
        throw noSeries(source.file(), source.table().form());
      }
      return null;
    }
    String series = wanted == null ? layout.series() : wanted;
    Collection<String> there = source.table().distinct(column);
    String names = shown(List.copyOf(there));
    if (series == null) {
      throw new UsageError(
          "%s: %s: the metric of the durations is unclear; name it with --metric: %s"
              .formatted(layout.where(), column, names));
    }
    if (!there.contains(series)) {
      throw new UsageError(
          "%s: --metric: expected the name of a metric in %s, found '%s'; there are %s%s"
              .formatted(
                  source.file(),
                  column,
                  Abbreviated.of(series),
                  names,
                  NearestName.hint(series, List.copyOf(there))));
    }
    return series;
  }

  static UsageError noSeries(String file, String form) {
    return new UsageError(
        "%s: --tag: expected an HdrHistogram log with tags, or a log of k6, found %s"
            .formatted(file, form));
  }

  static void require(String option, String name, List<String> columns, String where) {
    if (!columns.contains(name)) {
      throw new UsageError(
          "%s: %s: expected the name of a column, found '%s'; %s%s"
              .formatted(
                  where,
                  option,
                  Abbreviated.of(name),
                  "there are " + shown(columns),
                  NearestName.hint(name, columns)));
    }
  }

  private static void requireDifferent(String one, @Nullable String other, String where) {
    if (one.equals(other)) {
      throw new UsageError(
          "%s: expected a column of its own for each of %s, --second and --arrived, found '%s' twice"
              .formatted(where, DURATION, Abbreviated.of(one)));
    }
  }

  /**
   * Returns the only column with the name of a latency, or else of a time. Columns with a value in
   * the first row precede the others. Without such a name, it is the only column with numbers in
   * the first row. A column with such a name is chosen even if its values are no times.
   */
  private static String guess(LogColumns said, Source source) {
    LookaheadTable table = source.table();
    List<String> candidates =
        only(
            table.columns(),
            column ->
                !column.isEmpty()
                    && !isLimit(column)
                    && !column.equals(said.second())
                    && !column.equals(said.moment()));
    List<String> latencies =
        only(candidates, name -> isLatency(name) && !table.example(name).isEmpty());
    Optional<String> wrong =
        latencies.stream().filter(name -> !areTimes(table.example(name))).findFirst();
    if (wrong.isPresent()) {
      String name = wrong.get();
      throw new UsageError(
          "%s: %s: expected times, as its name says, found '%s'; if the latencies stand elsewhere, say it with %s"
              .formatted(
                  table.exampleWhere(name),
                  Abbreviated.of(name),
                  Abbreviated.of(table.example(name).getFirst()),
                  DURATION));
    }
    for (List<String> there :
        List.of(filled(candidates, table::values), filled(candidates, table::example))) {
      Optional<String> named = named(there);
      if (named.isPresent()) {
        return named.get();
      }
    }
    List<String> inFirstRow = numeric(candidates, table::values);
    if (latencies.isEmpty() && inFirstRow.size() == 1) {
      return inFirstRow.getFirst();
    }
    List<String> numeric = numeric(candidates, table::example);
    throw new UsageError(
        numeric.isEmpty()
            ? "%s: expected a column of numbers, found none in %s"
                .formatted(source.file(), shown(table.columns()))
            : "%s: cannot tell which column has the latencies; say it with %s: %s"
                .formatted(
                    source.file(),
                    DURATION,
                    OptionRules.alternatives(numeric.stream().limit(SHOWN).toList())));
  }

  private static List<String> filled(List<String> columns, Function<String, List<String>> values) {
    return only(columns, column -> areTimes(values.apply(column)));
  }

  private static List<String> numeric(List<String> columns, Function<String, List<String>> values) {
    return only(
        columns,
        column ->
            !values.apply(column).isEmpty()
                && values.apply(column).stream().allMatch(LogNumber::isNumber));
  }

  private static boolean areTimes(List<String> values) {
    return !values.isEmpty()
        && values.stream()
            .allMatch(value ->
                LogNumber.isTime(value, DecimalMark.POINT)
                    || LogNumber.isTime(value, DecimalMark.COMMA));
  }

  private static Optional<String> named(List<String> columns) {
    List<String> latencies = only(columns, ColumnChoice::isLatency);
    List<String> times =
        only(
            columns,
            name ->
                LatencyUnit.ofColumn(name).isPresent()
                    && !SECOND.matcher(LatencyUnit.stem(name)).matches());
    List<String> both = only(latencies, times::contains);
    for (List<String> found :
        List.of(
            both,
            onTop(both),
            latencies,
            onTop(latencies),
            latencies.isEmpty() ? times : List.<String>of())) {
      if (found.size() == 1) {
        return Optional.of(found.getFirst());
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the columns at the top level of a JSON line; empty if a nested column has another name,
   * since the choice is then ambiguous.
   */
  private static List<String> onTop(List<String> columns) {
    List<String> onTop = only(columns, name -> name.indexOf('.') < 0);
    List<String> within =
        only(columns, name -> name.indexOf('.') >= 0 && !onTop.contains(innermost(name)));
    return within.isEmpty() ? onTop : List.of();
  }

  private static String innermost(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private static @Nullable String second(String first, List<String> columns) {
    List<String> found =
        only(
            columns,
            name -> !name.equals(first) && SECOND.matcher(LatencyUnit.stem(name)).matches());
    return found.size() == 1 ? found.getFirst() : null;
  }

  /** Returns the unit; null if each value has its own unit. */
  private static @Nullable LatencyUnit unit(
      LogColumns said,
      String first,
      @Nullable String second,
      @Nullable LogLayout known,
      Source source,
      List<String> notes) {
    LatencyUnit told =
        known != null && known.unit() != null
            ? known.unit()
            : LatencyUnit.ofColumn(first).orElse(null);
    LatencyUnit unit = said.unit();
    if (unit != null) {
      requireNoOther(unit, told, first, known, said, source, notes);
      return unit;
    }
    List<String> example = source.table().example(first);
    if (!example.isEmpty() && LogNumber.hasUnit(example.getFirst())) {
      return null;
    }
    if (told == null) {
      throw unclear(source.file(), "column " + first);
    }
    if (second != null) {
      LatencyUnit ofSecond = LatencyUnit.ofColumn(second).orElse(told);
      if (ofSecond != told) {
        throw new UsageError(
            "%s: expected one unit for both attempts, found %s in %s and %s in %s"
                .formatted(source.file(), told.words(), first, ofSecond.words(), second));
      }
    }
    return told;
  }

  /** Rejects a unit that contradicts the log if the user does not name the column. */
  private static void requireNoOther(
      LatencyUnit unit,
      @Nullable LatencyUnit told,
      String first,
      @Nullable LogLayout known,
      LogColumns said,
      Source source,
      List<String> notes) {
    if (told == null || told == unit) {
      return;
    }
    String by = known == null || known.what().isEmpty() ? "its name" : known.what();
    if (said.first() == null) {
      throw new UsageError(
          "%s: --unit %s: %s is in %s (%s); leave --unit out, or name the column too with %s"
              .formatted(
                  known == null ? source.file() : known.where(),
                  unit,
                  source.table().title(first),
                  told.words(),
                  by,
                  DURATION));
    }
    notes.add(
        "%s is read in %s, as --unit says, though %s would be %s"
            .formatted(source.table().title(first), unit.words(), by, told.words()));
  }

  private static DecimalMark mark(String first, Source source, List<String> notes) {
    List<LookaheadTable.Cell> cells = source.table().ahead(first);
    List<String> numbers =
        cells.stream().map(cell -> LogNumber.withoutUnit(cell.value())).distinct().toList();
    DecimalMark mark = DecimalMark.POINT;
    if (source.hasCommas()) {
      mark =
          switch (DecimalMark.Evidence.of(numbers)) {
            case POINT -> DecimalMark.POINT;
            case COMMA -> DecimalMark.COMMA;
            case OPEN_POINT -> {
              LookaheadTable.Cell unclear = first(cells, number -> number.indexOf('.') >= 0);
              throw new UsageError(
                  "%s: %s: it is unclear whether points mark decimals or thousands, found '%s'; write thousands without a sign, or decimals with a zero at their end"
                      .formatted(unclear.where(), first, Abbreviated.of(unclear.value())));
            }
            case BOTH, OPEN -> {
              LookaheadTable.Cell unclear = first(cells, number -> number.indexOf(',') >= 0);
              throw new UsageError(
                  "%s: %s: it is unclear whether commas mark decimals or thousands, found '%s'; write decimals with a point and thousands without a sign"
                      .formatted(unclear.where(), first, Abbreviated.of(unclear.value())));
            }
          };
    }
    DecimalMark found = mark;
    if (found == DecimalMark.COMMA) {
      LookaheadTable.Cell cell = first(cells, number -> number.indexOf(',') >= 0);
      notes.add(
          "commas in %s are read as decimal marks: '%s' in line %s"
              .formatted(first, Abbreviated.of(cell.value()), line(cell.where())));
    }
    if (numbers.stream().anyMatch(found::isGrouped)) {
      LookaheadTable.Cell cell = first(cells, found::isGrouped);
      notes.add(
          "thousands in %s are parted by a sign: '%s' in line %s"
              .formatted(first, Abbreviated.of(cell.value()), line(cell.where())));
    }
    return found;
  }

  private static LookaheadTable.Cell first(
      List<LookaheadTable.Cell> cells, Predicate<String> wanted) {
    return cells.stream()
        .filter(cell -> wanted.test(LogNumber.withoutUnit(cell.value())))
        .findFirst()
        .orElseThrow();
  }

  private static String line(String where) {
    return where.substring(where.lastIndexOf(':') + 1);
  }

  /** Returns the error for an unknown unit. */
  static UsageError unclear(String where, String what) {
    return new UsageError(
        "%s: nothing says in which unit the times of %s are; add --unit ms, us, ns or s, as in --unit ms"
            .formatted(where, Abbreviated.of(what)));
  }

  private static List<String> only(List<String> names, Predicate<String> wanted) {
    return names.stream().filter(wanted).toList();
  }

  private static String shown(List<String> columns) {
    var shown = new ArrayList<>(columns.stream().limit(SHOWN).map(Abbreviated::of).toList());
    if (columns.size() > SHOWN) {
      shown.add("%d more".formatted(columns.size() - SHOWN));
    }
    return String.join(", ", shown);
  }
}
