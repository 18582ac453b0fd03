package org.curtail.benchkit.results;

import java.util.List;
import java.util.Optional;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.jspecify.annotations.Nullable;

/**
 * Score of a diagnosis of injected causes.
 *
 * @param slowFromMs latency of a slow request: that of the slowest twentieth of untouched ones
 * @param untouched requests without an injection of their own or beside them
 * @param kinds one for each injected kind
 * @param causes columns of the matrix
 * @param matrix slow requests: rows by injected kind, columns by named cause
 */
public record Injected(
    double slowFromMs, int untouched, List<Kind> kinds, List<String> causes, List<Row> matrix) {
  /**
   * One kind.
   *
   * @param name of the kind
   * @param cause that should be named
   * @param affected requests that had it as their main injected cause
   * @param weak of them, those below the detectable size; they count no further. Absent without any
   * @param slow of them, slow ones
   * @param right of these, those with the right cause named
   * @param rightLow lower end of the 95 % interval of their share; absent without slow ones
   * @param secondRight of them, those of several causes with the others named, too
   * @param falseAlarms untouched slow requests for which the cause was named
   * @param measured slow requests with a known true time
   * @param truthMs that time, on average; absent without any
   * @param timeError error of the attributed time, as a share of the true one
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
    /** A remark on requests below the detectable size; empty without any. */
    public Optional<String> weakInWords() {
      return weak == null
          ? Optional.empty()
          : Optional.of(
              "%s took less CPU time from %,d of %,d requests than their usual spread; these do not count"
                  .formatted(name, weak, affected));
    }
  }

  /**
   * A row of the confusion matrix.
   *
   * @param name injected kind
   * @param named counts by named cause
   * @param unnamed requests without a named cause
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

  /** The injected kinds and their scores. */
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

  /** Slow requests by injected kind and named cause. */
  public Table<Row> matrixTable() {
    Table<Row> table = Table.of(matrix).show("put in", Unit.NAME, Row::name);
    for (int cause = 0; cause < causes.size(); cause++) {
      int index = cause;
      table.show(causes.get(cause), Unit.COUNT, row -> row.named().get(index));
    }
    return table.show("not slow", Unit.COUNT, Row::unnamed);
  }
}
