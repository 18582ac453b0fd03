package org.curtail.cli.profile.times;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.curtail.benchkit.files.InputLines;
import org.curtail.benchkit.latencylog.LatencyUnit;
import org.curtail.benchkit.latencylog.LogColumns;
import org.curtail.benchkit.latencylog.TimedLog;
import org.curtail.benchkit.latencylog.TimedRequests;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.NearestName;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.commandline.OutputOptions;
import org.curtail.cli.latencylog.ColumnOptions;
import org.curtail.sim.SyntheticProfiles;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for turning a log of durations into service times and speedups. */
public final class ServiceTimeOptions implements CommandWords.Options {
  private static final String NUMBER = "(\\d+\\.?\\d*|\\.\\d+)";

  private static final Pattern AMDAHL =
      Pattern.compile("amdahl:" + NUMBER + "(,fixed:" + NUMBER + "(us|ms|s))?");

  private static final Pattern ENTRY = Pattern.compile("(\\d{1,6})\\s*[:,;\\t]\\s*" + NUMBER);

  private static final double MOST_FIXED_MS = 1e9;

  static final int MOST_DEGREE = 64;
  private static final String SPEEDUP = "--speedup";
  private static final String ARRIVED = "--arrived";
  private static final String ENDED = "--ended";
  private static final String ARRIVALS = "--arrivals";

  /**
   * Coarsest resolution of timestamps that still shows which requests waited, as a share of the
   * mean duration.
   */
  private static final double FINE = 0.1;

  @Option(
      names = SPEEDUP,
      paramLabel = "S",
      description =
          "With a log, the speedup of more threads: amdahl:0.9,fixed:50us (nine tenths are shared; with more than one thread 50 us are added), 2:1.8,3:2.5 (at each degree), a file with lines such as 2,1.8, or that of a paper's service: few-to-many-lucene, few-to-many-bing, adaptive-bing.")
  private @Nullable String speedup;

  @Mixin private final ColumnOptions column = new ColumnOptions();

  @Option(
      names = {ARRIVED, "--time"},
      paramLabel = "COLUMN",
      description =
          "Column with the arrival times of requests: dates with times, or numbers. Lines may be in any order. In access logs, time is the date in brackets. Default: that, as the arrival or the end, depending on the server that wrote it.")
  private @Nullable String arrived;

  @Option(
      names = ENDED,
      paramLabel = "COLUMN",
      description = "In place of --arrived: column with the end times of requests.")
  private @Nullable String ended;

  @Option(
      names = "--moment-unit",
      paramLabel = "UNIT",
      description =
          "Unit of timestamps that are numbers: ${COMPLETION-CANDIDATES}. Default: that at the end of the column's name; ms in --arrivals without names.")
  private @Nullable LatencyUnit momentUnit;

  @Option(
      names = ARRIVALS,
      paramLabel = "FILE",
      description =
          "File with the timestamps, in the order of the log: a number a line, or the column of --arrived or --ended.")
  private @Nullable Path arrivals;

  @Option(
      names = "--waiting",
      paramLabel = "W",
      description =
          "With a log, the rule that removes waiting from durations: none (they contain none), alone (only requests that found no other, until the next one came), free:N (only requests that found fewer than N others), fifo:N (N workers serve in order of arrival). Default: chosen by the log.")
  private @Nullable String waiting;

  /**
   * Rejects options that exclude each other.
   *
   * @throws UsageError if two such options were given, or the rule for waiting is invalid
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
   * @throws UsageError with the reason if the speedups are invalid
   */
  Optional<SpeedupModel> model() {
    return Optional.ofNullable(speedup).map(ServiceTimeOptions::speedup);
  }

  private @Nullable WaitingRule rule() {
    return waiting == null ? null : WaitingRule.of(waiting);
  }

  /**
   * Reads a log.
   *
   * @throws UsageError if the log is invalid; the message names file, line, value and the expected
   *     form
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
   * Returns service times by the rule of {@code --waiting}, or by the right rule for the log.
   *
   * @param seed seed of times within whole seconds
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
   * True if timestamps are too coarse for the durations: whole seconds, as in access logs. Such
   * timestamps show the number of requests in each second and the mean load of the service, but not
   * which requests waited.
   */
  static boolean isCoarse(TimedRequests logged) {
    return logged.hasArrivals()
        && logged.resolutionMs() > FINE * Arrays.stream(logged.durationsMs()).average().orElse(0);
  }

  /**
   * Returns the durations of requests with coarse timestamps as service times. Each request arrives
   * at a random time of its second.
   *
   * @param rule name of the rule; null if not given
   * @param file name of the file, for messages
   * @throws UsageError if the rule should remove waiting
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
        "%s: --waiting %s: expected timestamps with fractions of a second, found whole seconds, which do not show the requests that waited; log finer ones (nginx: $msec, Apache: %%{usec_frac}t), or use --waiting none"
            .formatted(file, rule));
  }

  private static ServiceTimes asLogged(TimedRequests logged, long seed, String trust) {
    TimedRequests placed = logged.placedWithin(seed);
    double most = ServiceTimes.overlapping(logged);
    List<String> notes =
        most <= ServiceTimes.FEW
            ? List.of()
            : List.of(
                "timestamps are whole seconds, which do not show the requests that waited; in the mean %s were served at once, and about %s met another; if they waited, the profile is too long%s"
                    .formatted(
                        Numbers.significant(meanInService(logged)),
                        Numbers.percent(ServiceTimes.overlapping(placed)),
                        trust));
    return ServiceTimes.asLogged(
        placed,
        "durations are used as service times without a change; each request arrives at random within its second",
        notes);
  }

  /**
   * Mean number of requests in the service by Little's law, which is exact for any times within a
   * second.
   */
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

  // ---- Speedups as text.

  /**
   * Reads speedups: a law, a list, the name of a published service, a file.
   *
   * @throws UsageError with the reason if the speedups are invalid
   */
  private static SpeedupModel speedup(String text) {
    if (SyntheticProfiles.names().contains(text)) {
      return SpeedupModel.Published.named(text);
    }
    if (text.startsWith("amdahl")) {
      return amdahl(text);
    }
    if (!text.isEmpty() && Character.isDigit(text.charAt(0)) && text.contains(":")) {
      var speedups = new ArrayList<Double>();
      for (String entry : text.split(",", -1)) {
        add(entry, speedups, "--speedup");
      }
      return new SpeedupModel.Table(speedups);
    }
    return file(text);
  }

  private static SpeedupModel amdahl(String text) {
    Matcher parts = AMDAHL.matcher(text);
    if (!parts.matches()) {
      throw new UsageError(
          "--speedup: expected amdahl: and a share, and perhaps a fixed cost with us, ms or s, as in amdahl:0.9,fixed:50us, found '%s'"
              .formatted(Abbreviated.of(text)));
    }
    double share = Double.parseDouble(parts.group(1));
    if (share > 1) {
      throw new UsageError(
          "--speedup: amdahl: expected the share of a request that threads share, from 0 to 1, found %s"
              .formatted(parts.group(1)));
    }
    double fixedMs = 0;
    if (parts.group(2) != null) {
      fixedMs =
          switch (parts.group(4)) {
            case "us" -> Double.parseDouble(parts.group(3)) / 1000;
            case "ms" -> Double.parseDouble(parts.group(3));
            default -> Double.parseDouble(parts.group(3)) * 1000;
          };
    }
    if (fixedMs > MOST_FIXED_MS) {
      throw new UsageError(
          "--speedup: fixed: expected at most 1,000,000 s, found %s%s"
              .formatted(parts.group(3), parts.group(4)));
    }
    return new SpeedupModel.Amdahl(share, fixedMs);
  }

  /** Adds an entry. Degree 1 may be included; all degrees follow without gaps. */
  private static void add(String entry, List<Double> speedups, String where) {
    Matcher parts = ENTRY.matcher(entry.strip());
    int next = speedups.size() + 2;
    if (!parts.matches()) {
      throw new UsageError(
          "%s: expected a degree and its speedup, as in 2:1.8, found '%s'"
              .formatted(where, Abbreviated.of(entry.strip())));
    }
    int degree = Integer.parseInt(parts.group(1));
    double speedup = Double.parseDouble(parts.group(2));
    if (degree == 1 && speedups.isEmpty()) {
      if (speedup != 1) {
        throw new UsageError(
            "%s: degree 1: expected a speedup of 1, found %s".formatted(where, parts.group(2)));
      }
      return;
    }
    if (degree != next) {
      throw new UsageError(
          "%s: expected the speedup of degree %d, found that of degree %d"
              .formatted(where, next, degree));
    }
    if (degree > ServiceTimeOptions.MOST_DEGREE) {
      throw new UsageError(
          "%s: expected degrees up to %d, found %d"
              .formatted(where, ServiceTimeOptions.MOST_DEGREE, degree));
    }
    if (!(speedup > 0 && speedup <= degree)) {
      throw new UsageError(
          "%s: degree %d: expected a speedup above 0 and at most %d, found %s"
              .formatted(where, degree, degree, parts.group(2)));
    }
    speedups.add(speedup);
  }

  private static SpeedupModel file(String text) {
    Path file;
    try {
      file = Path.of(text);
    } catch (InvalidPathException e) {
      throw unknown(text);
    }
    if (text.isBlank() || !Files.exists(file)) {
      throw unknown(text);
    }
    var speedups = new ArrayList<Double>();
    try (InputLines lines = InputLines.open(file)) {
      while (lines.next()) {
        String line = text(lines);
        boolean isHeader = lines.number() == 1 && line.matches("(?i)degree\\W+speedup");
        if (!line.isEmpty() && !line.startsWith("#") && !isHeader) {
          add(line, speedups, lines.where());
        }
      }
    } catch (IOException e) {
      throw new UsageError(file + ": cannot be read: " + Failure.reason(e), e);
    }
    if (speedups.isEmpty()) {
      throw new UsageError(
          file + ": expected a line such as 2,1.8 for each degree from 2 on, found none");
    }
    return new SpeedupModel.Table(speedups);
  }

  private static String text(InputLines lines) {
    return lines.isTooLong() ? "(too long)" : lines.requireText().strip();
  }

  private static UsageError unknown(String text) {
    return new UsageError(
        "--speedup: expected a law such as amdahl:0.9,fixed:50us, a list such as 2:1.8,3:2.5, one of %s, or an existing file, found '%s'%s"
            .formatted(
                String.join(", ", SyntheticProfiles.names()),
                Abbreviated.of(text),
                NearestName.hint(text, SyntheticProfiles.names())));
  }
}
