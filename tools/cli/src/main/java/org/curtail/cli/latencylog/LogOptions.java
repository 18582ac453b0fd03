package org.curtail.cli.latencylog;

import java.nio.file.Path;
import org.curtail.benchkit.latencylog.LogColumns;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.cli.commandline.CommandWords;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A log of latencies, with information that its name and content do not have. */
public final class LogOptions implements CommandWords.Options {
  @Option(
      names = "--log",
      paramLabel = "FILE",
      description =
          "Latencies of requests: CSV, TSV or JSON lines with named columns, an access log, a number a line, or what HdrHistogram writes; plain or .gz.")
  private @Nullable Path log;

  @Mixin private final ColumnOptions column = new ColumnOptions();

  @Option(
      names = "--second",
      paramLabel = "COLUMN",
      description =
          "Column with the latency of a copy of the same request, counted from the sending of the copy; empty without a copy. Default: one named second, if there is one.")
  private @Nullable String second;

  @Option(
      names = {"--arrived", "--time"},
      paramLabel = "COLUMN",
      description =
          "Column with the time of sending, which must be ascending. Default: lines are assumed to be in that order.")
  private @Nullable String time;

  /** The file, or null if none was given. */
  public @Nullable Path file() {
    return log;
  }

  /**
   * Uses the parameter of a command as the file, instead of {@code --log}.
   *
   * @param parameter null if not given
   * @throws org.curtail.benchkit.terminal.UsageError if both were given
   */
  public void take(@Nullable Path parameter) {
    if (parameter != null) {
      OptionRules.excludes("--log", log != null, "the log " + parameter);
      log = parameter;
    }
  }

  /**
   * The file.
   *
   * @throws org.curtail.benchkit.terminal.UsageError if none was given
   */
  public Path required() {
    if (log == null) {
      throw OptionRules.missing("--log", "the file with the latencies of requests");
    }
    return log;
  }

  /** The user's description of the columns. */
  public LogColumns columns() {
    return LogColumns.ofAttempts(column.duration(), second, time, column.unit())
        .ofSeries(column.series());
  }

  @Override
  public void writeTo(CommandWords line) {
    line.ifGiven("--log", log).all(column).ifGiven("--second", second).ifGiven("--arrived", time);
  }
}
