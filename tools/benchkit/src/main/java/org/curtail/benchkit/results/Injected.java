package org.curtail.benchkit.results;

import java.util.List;
import java.util.Optional;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.jspecify.annotations.Nullable;

/**
 * Score of a diagnosis of injected causes.
 *
 * @param slowFromMs least latency of a slow request: the 95th percentile of untouched requests
 * @param untouched number of requests without an injection, also at the same time
 * @param kinds one for each injected kind
 * @param causes columns of the matrix
 * @param matrix slow requests: rows by injected kind, columns by named cause
 */
public record Injected(
    double slowFromMs, int untouched, List<Kind> kinds, List<String> causes, List<Row> matrix) {
  /**
   * Score of a kind of injection.
   *
   * @param name name of the kind
   * @param cause cause that a diagnosis should name
   * @param affected number of requests with this main injected cause
   * @param weak number of affected requests below the detectable size, which do not count further;
   *     absent without any
   * @param slow number of slow affected requests
   * @param right number of slow requests with the right named cause
   * @param rightLow lower end of the 95 % interval of their share; absent without slow requests
   * @param secondRight number of slow requests with several causes, all named
   * @param falseAlarms number of untouched slow requests with this named cause
   * @param measured number of slow requests with a known true time
   * @param truthMs mean true time; absent without any
   * @param timeError error of the attributed time, as a share of the true time
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
    /** Returns a remark on requests below the detectable size; empty without such requests. */
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

  /** Returns the table of injected kinds and their scores. */
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

  /** Returns the table of slow requests by injected kind and named cause. */
  public Table<Row> matrixTable() {
    Table<Row> table = Table.of(matrix).show("put in", Unit.NAME, Row::name);
    for (int cause = 0; cause < causes.size(); cause++) {
      int index = cause;
      table.show(causes.get(cause), Unit.COUNT, row -> row.named().get(index));
    }
    return table.show("not slow", Unit.COUNT, Row::unnamed);
  }
}
