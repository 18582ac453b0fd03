package org.curtail.measurement.latencylog;

import java.util.List;
import org.curtail.measurement.terminal.Excerpt;
import org.curtail.measurement.terminal.Misuse;
import org.jspecify.annotations.Nullable;

/** Reads a table: of each row the latency of the first attempt, and of the second if it has one. */
final class TableRows {
  private final LogTable table;
  private final ColumnChoice choice;
  private final LoggedAttempts attempts;
  private final @Nullable SentAt sentAt;
  private long requests;
  private long pairs;
  private long withoutTime;

  private TableRows(LogTable table, ColumnChoice choice, LoggedAttempts attempts) {
    this.table = table;
    this.choice = choice;
    this.attempts = attempts;
    this.sentAt = choice.time() == null ? null : new SentAt();
  }

  /** Reads all rows of a table that is before its first. */
  static LogSummary read(LogTable rows, LogColumns said, LoggedAttempts attempts, String file) {
    var table = new AheadTable(rows);
    if (!table.next()) {
      return new LogSummary(table.form(), null, null, LatencyUnit.MS, 0, 0, 0, true, null);
    }
    var reader = new TableRows(table, ColumnChoice.of(said, table, file), attempts);
    do {
      reader.row();
    } while (table.next());
    return reader.summary();
  }

  private LogSummary summary() {
    return new LogSummary(
        table.form(),
        choice.first(),
        choice.second(),
        choice.unit(),
        requests,
        pairs,
        withoutTime,
        true,
        null);
  }

  private void row() {
    String time = choice.time();
    if (sentAt != null && time != null) {
      List<String> values = table.values(time);
      if (values.size() != 1) {
        throw new Misuse(
            "%s: expected a time, found %s"
                .formatted(where(time), values.isEmpty() ? "none" : "several"));
      }
      sentAt.next(values.getFirst(), () -> where(time));
    }
    List<String> firsts = table.values(choice.first());
    String second = choice.second();
    List<String> seconds = second == null ? List.of() : table.values(second);
    if (firsts.isEmpty()) {
      withoutTime++;
      return;
    }
    if (!seconds.isEmpty() && seconds.size() != firsts.size()) {
      throw new Misuse(
          "%s: expected as many values as in %s, %d, found %d"
              .formatted(where(second), choice.first(), firsts.size(), seconds.size()));
    }
    for (int i = 0; i < firsts.size(); i++) {
      double first = LogNumber.millis(firsts.get(i), choice.unit(), () -> where(choice.first()));
      double other =
          seconds.isEmpty()
              ? Double.NaN
              : LogNumber.millis(seconds.get(i), choice.unit(), () -> where(second));
      attempts.add(first, other, 1);
      requests++;
      pairs += seconds.isEmpty() ? 0 : 1;
    }
  }

  private String where(@Nullable String column) {
    return table.where() + ": " + Excerpt.of(String.valueOf(column));
  }
}
