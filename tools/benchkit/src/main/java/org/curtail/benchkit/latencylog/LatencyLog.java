package org.curtail.benchkit.latencylog;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.curtail.benchkit.files.InputLines;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.UsageError;
import org.jspecify.annotations.Nullable;

/**
 * A file with latencies of attempts, in any format of {@link LogReader}, plain or as gzip ({@code
 * .gz}). The content determines the format. The reader keeps the first ten thousand lines and the
 * current line in memory.
 */
public final class LatencyLog {
  private static final int FEWEST = 2;

  private LatencyLog() {}

  /**
   * Reads the whole log.
   *
   * @param attempts receives each request; an exception from it ends the reading
   * @throws UsageError if the file cannot be read, has fewer than two latencies or an invalid one,
   *     if the column or unit of latencies is ambiguous, or if requests are not in the order of
   *     sending; the message names file and line in one line
   */
  public static LogSummary read(Path file, LogColumns columns, LoggedAttempts attempts) {
    LogSummary summary;
    try (InputLines input = InputLines.open(file)) {
      summary =
          LogReader.read(
              new LogLines(input),
              columns,
              true,
              file.toString(),
              new InOrder(attempts, columns.moment()));
    } catch (IOException e) {
      throw new UsageError(file + ": cannot be read: " + Failure.reason(e), e);
    }
    if (summary.requests() < FEWEST) {
      throw new UsageError(
          "%s: expected at least two latencies, found %s%s"
              .formatted(
                  file,
                  summary.requests() == 0 ? "none" : "one",
                  summary.withoutTime() == 0
                      ? ""
                      : " and %,d lines without".formatted(summary.withoutTime())));
    }
    return summary;
  }

  /** Passes attempts on, and checks their order if the user names a column of sending. */
  private static final class InOrder implements LogReader.Sink {
    private final LoggedAttempts attempts;
    private final @Nullable String column;
    private final SendOrder sentAt = new SendOrder();

    private InOrder(LoggedAttempts attempts, @Nullable String column) {
      this.attempts = attempts;
      this.column = column;
    }

    @Override
    public void row(
        double[] firstMs,
        double[] secondMs,
        double weight,
        List<String> moments,
        Supplier<String> where) {
      String named = column;
      if (named != null) {
        Supplier<String> place = () -> where.get() + ": " + Abbreviated.of(named);
        if (moments.size() != 1) {
          throw new UsageError(
              "%s: expected a time, found %s"
                  .formatted(place.get(), moments.isEmpty() ? "none" : "several"));
        }
        sentAt.next(moments.getFirst(), place);
      }
      for (int i = 0; i < firstMs.length; i++) {
        attempts.add(firstMs[i], secondMs.length == 0 ? Double.NaN : secondMs[i], weight);
      }
    }

    @Override
    public void interval() {
      attempts.interval();
    }
  }
}
