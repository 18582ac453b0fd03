package org.curtail.cli.profile.times;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Path;
import org.curtail.benchkit.latencylog.TimedRequests;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.commandline.OutputOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** Options for a log of durations instead of an index, and assumptions about it. */
public final class TimesOptions {
  private static final int MOST_CORES = 10_000;
  private static final String TIMES = "--times";
  private static final String ARRIVALS_OUT = "--arrivals-out";

  @Option(
      names = TIMES,
      paramLabel = "FILE",
      description =
          "In place of an index: times of requests on one thread. CSV, TSV or JSON lines with named columns, an access log with a duration in each line, a number a line, or what HdrHistogram writes; plain or .gz. Needs --speedup.")
  private @Nullable Path times;

  @Mixin private final ServiceTimeOptions log = new ServiceTimeOptions();

  @Option(
      names = ARRIVALS_OUT,
      paramLabel = "FILE",
      description =
          "With --times: file for the arrival times, in the order of the profile's requests, for curtail simulate --arrivals FILE --own-demands.")
  private @Nullable Path arrivalsOut;

  @Option(
      names = "--cores",
      paramLabel = "N",
      description =
          "With --times: cores of the simulation of the dependence on the speedups. Default: this machine's, and at least the degrees.")
  private @Nullable Integer cores;

  /** True if there is a log instead of an index. */
  public boolean isAsked() {
    return times != null;
  }

  /**
   * Rejects options for logs without a log, and options that exclude a log with one.
   *
   * @param command the parsed command line
   * @param others options for an index only
   * @throws UsageError if such an option was given
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
    if (!log.hasSpeedup()) {
      throw OptionRules.missing(
          "--speedup",
          "the speedup of more threads, such as amdahl:0.9, 2:1.8,3:2.5 or few-to-many-lucene; a log of durations does not show it");
    }
    log.check();
    if (cores != null) {
      OptionRules.whole("--cores", cores, 1, MOST_CORES);
    }
  }

  /** Rejects an output file that would replace an input file. */
  public void spare(@Nullable Path out) throws IOException {
    spare("--out", out);
    spare(ARRIVALS_OUT, arrivalsOut);
  }

  private void spare(String made, @Nullable Path place) throws IOException {
    OutputOptions.spare(TIMES, times, made, place);
    log.spare(made, place);
  }

  /** The file for the arrival times; null for none. */
  public @Nullable Path arrivalsOut() {
    return arrivalsOut;
  }

  /**
   * Rejects service times without arrival times if arrival times must be written.
   *
   * @throws UsageError if the arrival time of some request is unknown
   */
  void requireArrivals(ServiceTimes service) {
    if (arrivalsOut != null && service.arrivalsMs().length == 0) {
      throw new UsageError(
          "%s: %s: expected arrival times and service times of the same requests, found that %s; log arrival times, and use --waiting fifo:N or none"
              .formatted(file(), ARRIVALS_OUT, service.rule()));
    }
  }

  Path file() {
    return requireNonNull(times);
  }

  SpeedupModel model() {
    return log.model().orElseThrow();
  }

  /** The cores to simulate on. */
  int cores(int maxDegree) {
    return cores == null ? Math.max(Runtime.getRuntime().availableProcessors(), maxDegree) : cores;
  }

  /**
   * The greatest degree of the profile.
   *
   * @param wanted degree from the option; null if not given
   */
  int maxDegree(@Nullable Integer wanted, SpeedupModel model) {
    return model.maxDegree(wanted, cores(1));
  }

  TimedRequests read() {
    return log.read(file());
  }

  /**
   * Service times, without waiting.
   *
   * @param seed seed of times within whole seconds
   */
  ServiceTimes serviceTimes(TimedRequests logged, long seed) {
    return log.serviceTimes(logged, file(), seed);
  }
}
