package org.curtail.benchkit.results;

import java.util.List;
import java.util.Optional;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.jspecify.annotations.Nullable;

/**
 * How known causes that were put into requests were told.
 *
 * @param slowFromMs latency of a slow request: that of the slowest twentieth of untouched ones
 * @param untouched requests to which nothing was done, nor to others beside them
 * @param kinds one for each kind that was put in
 * @param causes columns of the matrix
 * @param matrix slow requests: rows by what they had, columns by what was named
 */
public record Injected(
    double slowFromMs, int untouched, List<Kind> kinds, List<String> causes, List<Row> matrix) {
  /**
   * One kind.
   *
   * @param name of the kind
   * @param cause that should be named
   * @param affected requests that had it as their main injected cause
   * @param weak of them, those from which it took too little to be told; these count no further.
   *     Absent without any
   * @param slow of them, slow ones
   * @param right of these, those whose cause was named rightly
   * @param rightLow lower end of the 95 % interval of their share; absent without slow ones
   * @param secondRight of them, those of several causes whose others were named too
   * @param falseAlarms untouched slow requests for which the cause was named
   * @param measured slow requests of which the true time is known
   * @param truthMs that time, on average; absent without any
   * @param timeError by how much the attributed time is off, as a share of the true one
   */
  public record Kind(
      String name,
      String cause,
      int affected,
      @Nullable Integer weak,
      int slow,
      int right,
      @Nullable Double rightLow,
      int secondRight,
      int falseAlarms,
      int measured,
      @Nullable Double truthMs,
      @Nullable Double timeError) {
    /** What is to be said of those from which it took too little; empty without any. */
    public Optional<String> weakInWords() {
      return weak == null
          ? Optional.empty()
          : Optional.of(
              "%s took less CPU time from %,d of %,d requests than can be told from their usual spread; these do not count"
                  .formatted(name, weak, affected));
    }
  }

  /**
   * A row of the confusion matrix.
   *
   * @param name what was put in
   * @param named how often each cause was named
   * @param unnamed how often none was
   */
  public record Row(String name, List<Integer> named, int unnamed) {
    public Row {
      named = List.copyOf(named);
    }
  }

  public Injected {
    kinds = List.copyOf(kinds);
    causes = List.copyOf(causes);
    matrix = List.copyOf(matrix);
  }

  /** What was put in and how well it was told. */
  public Table<Kind> kindsTable() {
    return Table.of(kinds)
        .show("put in", Unit.NAME, Kind::name)
        .show("should be named", Unit.WORDS, Kind::cause)
        .show("requests", Unit.COUNT, Kind::affected)
        .show("slow", Unit.COUNT, Kind::slow)
        .show("named rightly", Unit.PERCENT, kind -> share(kind.right(), kind.slow()))
        .show("at least (95 %)", Unit.PERCENT, Kind::rightLow)
        .show("second cause too", Unit.COUNT, Kind::secondRight)
        .show("false alarms", Unit.PERCENT, kind -> share(kind.falseAlarms(), untouched))
        .show("true ms", Unit.MEASURED, Kind::truthMs)
        .show("error of the time", Unit.PERCENT, Kind::timeError);
  }

  private static @Nullable Double share(int part, int all) {
    return all == 0 ? null : (double) part / all;
  }

  /** Slow requests by what was put in and what was named. */
  public Table<Row> matrixTable() {
    Table<Row> table = Table.of(matrix).show("put in", Unit.NAME, Row::name);
    for (int cause = 0; cause < causes.size(); cause++) {
      int index = cause;
      table.show(causes.get(cause), Unit.COUNT, row -> row.named().get(index));
    }
    return table.show("not slow", Unit.COUNT, Row::unnamed);
  }
}
