package org.curtail.cli.profile.times;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.benchkit.latencylog.TimedRequests;
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.text.Numbers;
import org.jspecify.annotations.Nullable;

/**
 * The demand in a log, for the number of servers. The logged demand is never less than the true
 * demand: waiting that cannot be removed from durations counts as work.
 *
 * @param profile profile of degree 1 only, if the user states no speedups
 * @param latencies times of the log at degree 1, with waiting
 * @param read description of the input and its reading
 * @param notes at most three: on waiting, on threads, on too few requests
 */
public record LoggedDemand(Profile profile, Profile latencies, String read, List<String> notes) {
  /** Minimum number of requests that found a free core, for a reliable 99th percentile. */
  private static final long FEWEST_FREE = SampleSize.fewest(99);

  public LoggedDemand {
    notes = List.copyOf(notes);
  }

  /** Number of requests in the log. */
  public long requests() {
    return Math.round(
        IntStream.range(0, latencies.requests()).mapToDouble(latencies::weight).sum());
  }

  /**
   * Reads a log.
   *
   * @param maxDegree greatest degree from the option; null if not given
   * @param cores number of cores of the planned server, and of the logged one unless {@code
   *     --waiting} says otherwise
   * @param seed seed of times within whole seconds
   * @throws org.curtail.benchkit.terminal.UsageError if the log is invalid; the message names file,
   *     line, value and the expected form
   */
  public static LoggedDemand of(
      ServiceTimeOptions options, Path file, @Nullable Integer maxDegree, int cores, long seed) {
    SpeedupModel model = options.model().orElse(new SpeedupModel.OneThread());
    int degrees = model.maxDegree(maxDegree, cores);
    TimedRequests logged = options.read(file);
    var notes = new ArrayList<String>();
    ServiceTimes times = times(options, logged, file, cores, seed, notes);
    notes.add(
        options.hasSpeedup()
            ? "speedups are assumed, not measured: " + model.words()
            : "policies with one thread a request only: a log does not show the speedup of more threads; to assume it: --speedup amdahl:0.9");
    long seen = Math.round(Arrays.stream(times.weights()).sum());
    if (seen < FEWEST_FREE) {
      notes.add(
          "%s service times are too few: p99 needs %s"
              .formatted(Numbers.count(seen), Numbers.count(FEWEST_FREE)));
    }
    var read = new ArrayList<>(List.of(logged.described()));
    read.addAll(logged.remarks());
    return new LoggedDemand(
        AssumedProfile.of(
            times,
            model,
            degrees,
            AssumedProfile.Strength.STATED,
            "%s, %s; %s; %s".formatted(file, logged.described(), times.rule(), model.words())),
        Profile.weighted(
            file.toString(),
            Arrays.stream(logged.durationsMs())
                .mapToObj(ms -> new double[] {ms})
                .toArray(double[][]::new),
            logged.weights()),
        String.join("; ", read),
        notes);
  }

  private static ServiceTimes times(
      ServiceTimeOptions options,
      TimedRequests logged,
      Path file,
      int cores,
      long seed,
      List<String> notes) {
    Optional<GrowthWithLoad> growth = GrowthWithLoad.of(logged);
    if (options.hasRule()) {
      ServiceTimes times = options.serviceTimes(logged, file, seed);
      notes.add(
          times.rule()
              + growth.map(it -> "; in the log, " + it.words()).orElse("")
              + (times.notes().isEmpty() ? "" : "; " + String.join("; ", times.notes())));
      return times;
    }
    if (!logged.hasArrivals()) {
      notes.add(
          "times may contain waiting, which counts as work here, so servers may be too many; --arrived COLUMN shows it");
      return ServiceTimes.asLogged(logged, "durations are used as service times", List.of());
    }
    boolean isCoarse = ServiceTimeOptions.isCoarse(logged);
    if (!isCoarse && ServiceTimes.overlapping(logged) > ServiceTimes.FEW) {
      ServiceTimes free = ServiceTimes.free(logged, cores);
      if (free.timesMs().length >= FEWEST_FREE) {
        notes.add(
            "%s%s; %s"
                .formatted(
                    waiting(growth), growth.map(it -> ": " + it.words()).orElse(""), free.rule()));
        return free;
      }
    }
    boolean isTold =
        logged.resolutionMs() <= GrowthWithLoad.Group.of(logged.durationsMs()).medianMs();
    notes.add(
        "%s%s%s"
            .formatted(
                isTold ? waiting(growth) : tooCoarse(growth),
                growth.map(it -> ": " + it.words()).orElse(""),
                growth.isPresent() && !growth.get().isSeen()
                    ? ""
                    : "; waiting counts as work here, so servers may be too many"));
    return ServiceTimes.asLogged(
        logged.placedWithin(seed), "durations are used as service times", List.of());
  }

  /** Returns the finding if timestamps are coarser than the times. */
  private static String tooCoarse(Optional<GrowthWithLoad> growth) {
    if (growth.isPresent() && !growth.get().isSeen()) {
      return waiting(growth);
    }
    return "the log's timestamps are too coarse to show whether times contain waiting"
        + (growth.isPresent() ? ", but times are longer in busy seconds" : "");
  }

  private static String waiting(Optional<GrowthWithLoad> growth) {
    return growth
        .map(it ->
            it.isSeen() ? "times contain waiting" : "times do not grow with the load in the log")
        .orElse("times may contain waiting");
  }
}
