package org.curtail.cli.profile.times;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.curtail.benchkit.latencylog.LatencyUnit;
import org.curtail.benchkit.latencylog.LogColumns;
import org.curtail.benchkit.latencylog.TimedLog;
import org.curtail.benchkit.latencylog.TimedRequests;
import org.curtail.benchkit.terminal.Misuse;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.commandline.OutputOptions;
import org.curtail.cli.latencylog.ColumnOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** A log of durations in place of an index, and what is assumed of it. */
public final class TimesOptions {
  static final int MOST_DEGREE = 64;
  private static final int MOST_CORES = 10_000;
  private static final String TIMES = "--times";
  private static final String ARRIVED = "--arrived";
  private static final String ENDED = "--ended";
  private static final String ARRIVALS = "--arrivals";
  private static final String ARRIVALS_OUT = "--arrivals-out";

  /** Moments that are finer than this part of a duration tell who waited. */
  private static final double FINE = 0.1;

  @Option(
      names = TIMES,
      paramLabel = "FILE",
      description =
          "In place of an index: how long requests took on one thread. CSV, TSV or JSON lines with"
              + " named columns, an access log with a duration in each line, a number a line, or what"
              + " HdrHistogram writes; plain or .gz. Needs --speedup.")
  private @Nullable Path times;

  @Option(
      names = "--speedup",
      paramLabel = "S",
      description =
          "With --times, what further threads bring: amdahl:0.9,fixed:50us (nine tenths are shared,"
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
          "With --times: the moments are in this file, in the order of --times: a number a line, or"
              + " the column of --arrived or --ended.")
  private @Nullable Path arrivals;

  @Option(
      names = ARRIVALS_OUT,
      paramLabel = "FILE",
      description =
          "With --times: where the moments of arrival go, in the order of the profile's requests, for"
              + " curtail simulate --arrivals FILE --own-demands.")
  private @Nullable Path arrivalsOut;

  @Option(
      names = "--waiting",
      paramLabel = "W",
      description =
          "With --times, how waiting is taken out of durations: none (they hold none), alone (from"
              + " requests that found no other, up to when one came), fifo:N (N workers serve in order"
              + " of arrival). Default: alone if the moments are known and requests met, else none.")
  private @Nullable String waiting;

  @Option(
      names = "--cores",
      paramLabel = "N",
      description =
          "With --times: cores on which it is simulated how much depends on the speedups. Default:"
              + " this machine's, and at least the degrees.")
  private @Nullable Integer cores;

  /** Whether there is a log in place of an index. */
  public boolean isAsked() {
    return times != null;
  }

  /**
   * Rejects what needs the log if there is none, and what does not go with it if there is one.
   *
   * @param command as it was parsed
   * @param others options that are for an index only
   * @throws Misuse if one was given
   */
  public void check(CommandSpec command, String... others) {
    ParseResult parsed = command.commandLine().getParseResult();
    if (times == null) {
      for (OptionSpec own : CommandSpec.forAnnotatedObject(new TimesOptions()).options()) {
        OptionRules.needs(own.longestName(), parsed.hasMatchedOption(own.longestName()), TIMES);
      }
      return;
    }
    for (String other : others) {
      OptionRules.excludes(other, parsed.hasMatchedOption(other), TIMES);
    }
    if (speedup == null) {
      throw OptionRules.missing(
          "--speedup",
          "what further threads bring, such as amdahl:0.9, 2:1.8,3:2.5 or few-to-many-lucene; a log of durations does not tell it");
    }
    OptionRules.excludes(ARRIVED, arrived != null && ended != null, ENDED);
    OptionRules.needs(
        "--moment-unit",
        momentUnit != null && arrived == null && ended == null && arrivals == null,
        "--arrived, --ended or --arrivals");
    if (cores != null) {
      OptionRules.whole("--cores", cores, 1, MOST_CORES);
    }
    rule(); // Rejects what is none.
  }

  /** Keeps the files that are read from being replaced. */
  public void spare(@Nullable Path out) throws IOException {
    spare("--out", out);
    spare(ARRIVALS_OUT, arrivalsOut);
  }

  private void spare(String made, @Nullable Path place) throws IOException {
    OutputOptions.spare(TIMES, times, made, place);
    OutputOptions.spare(ARRIVALS, arrivals, made, place);
    if (speedup != null && speedup.indexOf('\0') < 0) {
      OutputOptions.spare("--speedup", Path.of(speedup), made, place);
    }
  }

  /** Where the moments of arrival go; null for nowhere. */
  public @Nullable Path arrivalsOut() {
    return arrivalsOut;
  }

  /**
   * Rejects service times without moments if these are to be written.
   *
   * @throws Misuse if it is not known of each when it arrived
   */
  void requireArrivals(ServiceTimes service) {
    if (arrivalsOut != null && service.arrivalsMs().length == 0) {
      throw new Misuse(
          "%s: %s: expected moments of arrival and service times of the same requests, found that %s; log moments, and say --waiting fifo:N or none"
              .formatted(file(), ARRIVALS_OUT, service.rule()));
    }
  }

  private @Nullable WaitingRule rule() {
    return waiting == null ? null : WaitingRule.of(waiting);
  }

  Path file() {
    return requireNonNull(times);
  }

  SpeedupModel model() {
    return SpeedupText.read(requireNonNull(speedup));
  }

  /** The cores to simulate on. */
  int cores(int maxDegree) {
    return cores == null ? Math.max(Runtime.getRuntime().availableProcessors(), maxDegree) : cores;
  }

  /**
   * The greatest degree of the profile.
   *
   * @param wanted by the user; null if not said
   */
  int maxDegree(@Nullable Integer wanted, SpeedupModel model) {
    if (wanted != null) {
      return OptionRules.whole("--max-degree", wanted, 1, model.mostDegree());
    }
    return switch (model) {
      case SpeedupModel.Amdahl amdahl -> Math.min(MOST_DEGREE, cores(1));
      case SpeedupModel.Table table -> table.mostDegree();
      case SpeedupModel.Published published -> published.mostDegree();
    };
  }

  TimedRequests read() {
    TimedRequests logged =
        TimedLog.read(file(), arrivals == null ? columns() : columns().withoutMoment());
    return arrivals == null ? logged : TimedLog.join(logged, arrivals, columns());
  }

  /**
   * Without waiting.
   *
   * @param seed of moments within whole seconds
   */
  ServiceTimes serviceTimes(TimedRequests logged, long seed) {
    WaitingRule rule = rule();
    OptionRules.needs(
        "--waiting " + waiting,
        rule != null && !(rule instanceof WaitingRule.None) && !logged.hasArrivals(),
        "--arrived, --ended or --arrivals");
    if (areWholeSeconds(logged)) {
      return timesOfWholeSeconds(rule, logged, seed, file().toString());
    }
    return rule == null
        ? ServiceTimes.unsaid(logged, file().toString())
        : ServiceTimes.by(rule, logged, file().toString());
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
   * Requests whose moments are whole seconds, as access logs have them. How many there were in each
   * second is known, and how busy the service was in the mean; which of them waited is not.
   *
   * <p>Whether moments are too coarse for the durations.
   */
  private static boolean areWholeSeconds(TimedRequests logged) {
    return logged.hasArrivals()
        && logged.resolutionMs() > FINE * Arrays.stream(logged.durationsMs()).average().orElse(0);
  }

  /**
   * Service times of such requests: their durations. Each arrives somewhere at random in its
   * second.
   *
   * @param rule as the user names it; null if not said
   * @param file for messages
   * @throws Misuse if the rule is to take out waiting
   */
  private static ServiceTimes timesOfWholeSeconds(
      @Nullable WaitingRule rule, TimedRequests logged, long seed, String file) {
    return switch (rule) {
      case null -> asLogged(logged, seed, "");
      case WaitingRule.None none ->
          asLogged(logged, seed, "; it is taken on trust that their durations hold no waiting");
      case WaitingRule.Alone alone -> throw unseparable("alone", file);
      case WaitingRule.Fifo fifo -> throw unseparable("fifo:" + fifo.workers(), file);
    };
  }

  private static Misuse unseparable(String rule, String file) {
    return new Misuse(
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
                "moments are whole seconds, which do not tell which requests waited: %s were in the service at once in the mean, and %s met another one if they came at random within their seconds, at most %s; if they waited for each other, the profile is too long%s"
                    .formatted(
                        Numbers.significant(meanInService(logged)),
                        Numbers.percent(ServiceTimes.overlapping(placed)),
                        Numbers.percent(most),
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
}
