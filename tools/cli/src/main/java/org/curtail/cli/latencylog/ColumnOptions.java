package org.curtail.cli.latencylog;

import org.curtail.benchkit.latencylog.LatencyUnit;
import org.curtail.cli.commandline.CommandWords;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Columns of the latencies in a log, for every command that reads one. */
public final class ColumnOptions implements CommandWords.Options {
  @Option(
      names = {"--duration", "--first"},
      paramLabel = "COLUMN",
      description =
          "Column with the durations, of first attempts if there are second ones. In access logs, the number of a field, from 1, or its name, as rt of rt=0.012. Default: the usual column of the program that wrote the log, or the only column with numbers, or one with a name such as latency_ms; a guess is printed.")
  private @Nullable String duration;

  @Option(
      names = "--unit",
      paramLabel = "UNIT",
      description =
          "Unit of the durations: ${COMPLETION-CANDIDATES}. Default: the unit after the numbers, as in 22ms, at the end of the column's name, or the usual one of the program that wrote the log.")
  private @Nullable LatencyUnit unit;

  @Option(
      names = {"--tag", "--metric"},
      paramLabel = "NAME",
      description =
          "Series in a log with several: the tag of an HdrHistogram log, or the metric of k6. Default: the only one, or k6's http_req_duration.")
  private @Nullable String series;

  /** The column, or null if none was given. */
  public @Nullable String duration() {
    return duration;
  }

  /** The unit, or null if none was given. */
  public @Nullable LatencyUnit unit() {
    return unit;
  }

  /** The series, or null if none was given. */
  public @Nullable String series() {
    return series;
  }

  @Override
  public void writeTo(CommandWords line) {
    line.ifGiven("--duration", duration).ifGiven("--unit", unit).ifGiven("--tag", series);
  }
}
