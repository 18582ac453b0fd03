package org.curtail.cli.profile.times;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.curtail.benchkit.latencylog.LatencyUnit;
import org.curtail.benchkit.latencylog.LogColumns;
import org.curtail.benchkit.latencylog.TimedLog;
import org.curtail.benchkit.latencylog.TimedRequests;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.commandline.OutputOptions;
import org.curtail.cli.latencylog.ColumnOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that turn a log of durations into service times and speedups. */
public final class ServiceTimeOptions implements CommandWords.Options {
  static final int MOST_DEGREE = 64;
  private static final String SPEEDUP = "--speedup";
  private static final String ARRIVED = "--arrived";
  private static final String ENDED = "--ended";
  private static final String ARRIVALS = "--arrivals";

  /** Moments finer than this share of the mean duration tell which requests waited. */
  private static final double FINE = 0.1;

  @Option(
      names = SPEEDUP,
      paramLabel = "S",
      description =
          "With a log, what further threads bring: amdahl:0.9,fixed:50us (nine tenths are shared,"
              + " with more than one thread 50 us are added), 2:1.8,3:2.5 (at each degree), a file"
              + " with lines such as 2,1.8, or as a paper's service: few-to-many-lucene,"
              + " few-to-many-bing, adaptive-bing.")
  private @Nullable String speedup;

  @Mixin private final ColumnOptions column = new ColumnOptions();

  @Option(
      names = {ARRIVED, "--time"},
      paramLabel = "COLUMN",
      description =
          "Column with the moments at which requests arrived: dates with times, or numbers. Lines"
              + " may be in any order. In access logs, time is the date in brackets. Default: that, as"
              + " the arrival or the end, as the server is known to write it.")
  private @Nullable String arrived;

  @Option(
      names = ENDED,
      paramLabel = "COLUMN",
      description = "In place of --arrived: column with the moments at which they ended.")
  private @Nullable String ended;

  @Option(
      names = "--moment-unit",
      paramLabel = "UNIT",
      description =
          "Unit of moments that are numbers: ${COMPLETION-CANDIDATES}. Default: what the name of the"
              + " column ends with; ms in --arrivals without names.")
  private @Nullable LatencyUnit momentUnit;

  @Option(
      names = ARRIVALS,
      paramLabel = "FILE",
      description =
          "File with the moments, in the order of the log: a number a line, or the column of"
              + " --arrived or --ended.")
  private @Nullable Path arrivals;

  @Option(
      names = "--waiting",
      paramLabel = "W",
      description =
          "With a log, the rule that takes waiting out of durations: none (they hold none), alone"
              + " (only requests that found no other, up to when one came), free:N (only requests that"
              + " found fewer than N others), fifo:N (N workers serve in order of arrival)."
              + " Default: by what the log shows.")
  private @Nullable String waiting;

  /**
   * Rejects options that exclude each other.
   *
   * @throws UsageError if both of two were given, or the rule for waiting is invalid
   */
  public void check() {
    OptionRules.excludes(ARRIVED, arrived != null && ended != null, ENDED);
    OptionRules.needs(
        "--moment-unit",
        momentUnit != null && arrived == null && ended == null && arrivals == null,
        "--arrived, --ended or --arrivals");
    rule(); // Rejects an invalid rule.
  }

  /** Rejects an output file that would replace an input file. */
  public void spare(String made, @Nullable Path place) throws IOException {
    OutputOptions.spare(ARRIVALS, arrivals, made, place);
    if (speedup != null && speedup.indexOf('\0') < 0) {
      OutputOptions.spare(SPEEDUP, Path.of(speedup), made, place);
    }
  }

  /** True if the user states the speedups of further threads. */
  public boolean hasSpeedup() {
    return speedup != null;
  }

  /**
   * The stated speedups; empty if none.
   *
   * @throws UsageError if they are invalid, with the reason
   */
  Optional<SpeedupModel> model() {
    return Optional.ofNullable(speedup).map(SpeedupText::read);
  }

  private @Nullable WaitingRule rule() {
    return waiting == null ? null : WaitingRule.of(waiting);
  }

  /**
   * Reads a log.
   *
   * @throws UsageError naming file, line, value and the expected form
   */
  TimedRequests read(Path file) {
    TimedRequests logged =
        TimedLog.read(file, arrivals == null ? columns() : columns().withoutMoment());
    return arrivals == null ? logged : TimedLog.join(logged, arrivals, columns());
  }

  private LogColumns columns() {
    return LogColumns.ofDurations(
            column.duration(),
            column.unit(),
            ended == null ? arrived : ended,
            ended != null,
            momentUnit)
        .ofSeries(column.series());
  }

  /**
   * Service times by the rule of {@code --waiting}, or by the one that suits the log.
   *
   * @param seed of moments within whole seconds
   * @throws UsageError if the log lacks data for the rule
   */
  ServiceTimes serviceTimes(TimedRequests logged, Path file, long seed) {
    WaitingRule rule = rule();
    OptionRules.needs(
        "--waiting " + waiting,
        rule != null && !(rule instanceof WaitingRule.None) && !logged.hasArrivals(),
        "--arrived, --ended or --arrivals");
    if (isCoarse(logged)) {
      return timesOfWholeSeconds(rule, logged, seed, file.toString());
    }
    return rule == null
        ? ServiceTimes.unsaid(logged, file.toString())
        : ServiceTimes.by(rule, logged, file.toString());
  }

  /** True if a rule for waiting was given. */
  boolean hasRule() {
    return waiting != null;
  }

  /**
   * True if moments are too coarse for the durations: whole seconds, as in access logs. They show
   * the number of requests in each second and the mean load of the service, but not which requests
   * waited.
   */
  static boolean isCoarse(TimedRequests logged) {
    return logged.hasArrivals()
        && logged.resolutionMs() > FINE * Arrays.stream(logged.durationsMs()).average().orElse(0);
  }

  /**
   * Service times of requests with coarse moments: their durations. Each arrives at a random moment
   * of its second.
   *
   * @param rule as the user names it; null if not given
   * @param file for messages
   * @throws UsageError if the rule is to remove waiting
   */
  private static ServiceTimes timesOfWholeSeconds(
      @Nullable WaitingRule rule, TimedRequests logged, long seed, String file) {
    return switch (rule) {
      case null -> asLogged(logged, seed, "");
      case WaitingRule.None none ->
          asLogged(logged, seed, "; --waiting none says that they did not");
      case WaitingRule.Alone alone -> throw unseparable("alone", file);
      case WaitingRule.Free free -> throw unseparable("free:" + free.workers(), file);
      case WaitingRule.Fifo fifo -> throw unseparable("fifo:" + fifo.workers(), file);
    };
  }

  private static UsageError unseparable(String rule, String file) {
    return new UsageError(
        "%s: --waiting %s: expected moments with fractions of a second, found whole seconds, which do not tell who waited; log finer ones (nginx: $msec, Apache: %%{usec_frac}t), or say --waiting none"
            .formatted(file, rule));
  }

  private static ServiceTimes asLogged(TimedRequests logged, long seed, String trust) {
    TimedRequests placed = logged.placedWithin(seed);
    double most = ServiceTimes.overlapping(logged);
    List<String> notes =
        most <= ServiceTimes.FEW
            ? List.of()
            : List.of(
                "moments are whole seconds, which do not tell which requests waited; in the mean %s were served at once, and about %s met another; if they waited, the profile is too long%s"
                    .formatted(
                        Numbers.significant(meanInService(logged)),
                        Numbers.percent(ServiceTimes.overlapping(placed)),
                        trust));
    return ServiceTimes.asLogged(
        placed,
        "durations are taken as service times, as they are; each request arrives at random within its second",
        notes);
  }

  /** By Little's law: exact whatever the moments within a second. */
  private static double meanInService(TimedRequests logged) {
    double[] arrivals = logged.arrivalsMs();
    double spanMs = arrivals[arrivals.length - 1] - arrivals[0] + logged.resolutionMs();
    return Arrays.stream(logged.durationsMs()).sum() / spanMs;
  }

  @Override
  public void writeTo(CommandWords line) {
    line.ifGiven(SPEEDUP, speedup)
        .all(column)
        .ifGiven(ARRIVED, arrived)
        .ifGiven(ENDED, ended)
        .ifGiven("--moment-unit", momentUnit)
        .ifGiven(ARRIVALS, arrivals)
        .ifGiven("--waiting", waiting);
  }
}
