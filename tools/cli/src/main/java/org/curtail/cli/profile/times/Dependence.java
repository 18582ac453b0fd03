package org.curtail.cli.profile.times;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.benchkit.policyruns.Rate;
import org.curtail.policy.Sequential;
import org.curtail.policy.TailIndex;
import org.curtail.sim.Machine;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;

/**
 * The dependence of the gain on the speedups. The dependence is shown by simulated 99th percentiles
 * with weaker and stronger speedups, on ideal cores. The first tenth of each run does not count.
 *
 * @param cores number of cores of the simulated machine
 * @param load load with one thread for each request, as a share of the cores' capacity
 * @param requests number of requests in each run
 * @param runs number of runs of each row, each with its own arrivals
 * @param rows a row for each strength
 * @param recorded result with the stated speedups and the logged arrivals, scaled to this load;
 *     empty if arrivals are unknown
 */
record Dependence(
    int cores, double load, int requests, int runs, List<Row> rows, Optional<Row> recorded) {
  private static final double LOAD = 0.5;
  private static final int REQUESTS = 5_000;
  private static final int SEEDS = 5;
  private static final int WARM_UP_PART = 10;
  private static final int PERCENTILE = 99;

  /** Fewest logged requests for a percentile. */
  private static final int FEWEST_RECORDED = 1_000;

  /**
   * Longest mean demand of a simulation. Longer demands are scaled down, and their tails up again.
   * For demands of seconds, a simulation would take minutes, because the policy decides every few
   * milliseconds.
   */
  private static final double MOST_MEAN_MS = 200;

  /** Limit of running requests. At half the load, only large bursts exceed it. */
  private static final int MOST_RUNNING = 20_000;

  Dependence {
    rows = List.copyOf(rows);
  }

  /** The mean, the least and the greatest value of some runs. */
  record Spread(double mean, double least, double greatest) {
    static Spread of(double[] values) {
      return new Spread(
          Arrays.stream(values).average().orElseThrow(),
          Arrays.stream(values).min().orElseThrow(),
          Arrays.stream(values).max().orElseThrow());
    }

    private Spread times(double factor) {
      return new Spread(mean * factor, least * factor, greatest * factor);
    }
  }

  /**
   * 99th percentiles with one strength of the speedups.
   *
   * @param speedups speedups in words
   * @param meanSpeedup mean speedup of all requests at the greatest degree
   * @param sequentialMs p99 with one thread for each request
   * @param tailIndexMs p99 with the policy tail-index, made for these speedups
   * @param gain the first divided by the second
   * @param misledGain gain of tail-index if it is made for the stated speedups, but these speedups
   *     are true
   */
  record Row(
      String speedups,
      double meanSpeedup,
      Spread sequentialMs,
      Spread tailIndexMs,
      Spread gain,
      Spread misledGain) {
    private Row slowerBy(double factor) {
      return new Row(
          speedups,
          meanSpeedup,
          sequentialMs.times(factor),
          tailIndexMs.times(factor),
          gain,
          misledGain);
    }
  }

  /**
   * Simulates all strengths.
   *
   * @param maxDegree greatest degree, at least 2
   * @param seed seed of the first run's demands and arrivals
   */
  static Dependence of(
      ServiceTimes times, SpeedupModel model, int maxDegree, int cores, long seed) {
    Profile made = profile(times, model, maxDegree, AssumedProfile.Strength.STATED);
    double slower = Math.max(1, made.meanMs(1) / MOST_MEAN_MS);
    Profile stated = inTime(made, slower);
    List<Trace> drawn =
        IntStream.range(0, SEEDS)
            .mapToObj(i ->
                Traces.draw(
                    new PoissonArrivals(LOAD * Rate.capacity(stated, cores)),
                    stated,
                    REQUESTS,
                    seed + i))
            .toList();
    double[] sequential = tailsMs(stated, new Sequential(), drawn, cores);
    Policy madeForStated = TailIndex.of(stated);
    List<Row> rows =
        Stream.of(AssumedProfile.Strength.values())
            .map(strength ->
                row(
                    strength.words(),
                    inTime(profile(times, model, maxDegree, strength), slower),
                    strength == AssumedProfile.Strength.STATED
                        ? Optional.empty()
                        : Optional.of(madeForStated),
                    drawn,
                    sequential,
                    cores))
            .toList();
    return new Dependence(
        cores,
        LOAD,
        REQUESTS,
        SEEDS,
        rows.stream().map(row -> row.slowerBy(slower)).toList(),
        recorded(times, made, cores)
            .map(trace -> trace.fasterBy(slower))
            .map(trace ->
                row(
                    "as stated, arrivals as logged",
                    stated,
                    Optional.empty(),
                    List.of(trace),
                    tailsMs(stated, new Sequential(), List.of(trace), cores),
                    cores)));
  }

  private static Profile profile(
      ServiceTimes times, SpeedupModel model, int maxDegree, AssumedProfile.Strength strength) {
    return AssumedProfile.of(times, model, maxDegree, strength, strength.words());
  }

  private static Profile inTime(Profile profile, double slower) {
    if (slower == 1) {
      return profile;
    }
    double[][] timesMs = new double[profile.requests()][profile.maxDegree()];
    double[] weights = new double[profile.requests()];
    for (int r = 0; r < timesMs.length; r++) {
      for (int degree = 1; degree <= profile.maxDegree(); degree++) {
        timesMs[r][degree - 1] = profile.timeMs(r, degree) / slower;
      }
      weights[r] = profile.weight(r);
    }
    return Profile.weighted(profile.source(), timesMs, weights);
  }

  /**
   * Simulates one strength.
   *
   * @param madeForOther the policy made for the stated speedups; empty if these are the true ones
   */
  private static Row row(
      String speedups,
      Profile truth,
      Optional<Policy> madeForOther,
      List<Trace> traces,
      double[] sequentialMs,
      int cores) {
    Policy made = TailIndex.of(truth);
    double[] tails = tailsMs(truth, made, traces, cores);
    double[] misled = madeForOther.map(it -> tailsMs(truth, it, traces, cores)).orElse(tails);
    return new Row(
        speedups,
        truth.meanSpeedup(truth.maxDegree(), 0, 100),
        Spread.of(sequentialMs),
        Spread.of(tails),
        Spread.of(ratios(sequentialMs, tails)),
        Spread.of(ratios(sequentialMs, misled)));
  }

  private static double[] ratios(double[] over, double[] under) {
    return IntStream.range(0, over.length).mapToDouble(i -> over[i] / under[i]).toArray();
  }

  private static double[] tailsMs(Profile truth, Policy policy, List<Trace> traces, int cores) {
    return traces.stream().mapToDouble(it -> tailMs(truth, policy, it, cores)).toArray();
  }

  private static double tailMs(Profile truth, Policy policy, Trace trace, int cores) {
    SimulationResult result =
        new Simulation(truth, Machine.ofCores(cores))
            .givingUpBeyond(MOST_RUNNING)
            .run(policy, trace);
    return result.afterWarmUp(result.requests() / WARM_UP_PART).percentileMs(PERCENTILE);
  }

  private static Optional<Trace> recorded(ServiceTimes times, Profile stated, int cores) {
    double[] arrivals = times.arrivalsMs();
    if (arrivals.length < FEWEST_RECORDED || arrivals[arrivals.length - 1] <= arrivals[0]) {
      return Optional.empty();
    }
    double spanMs = arrivals[arrivals.length - 1] - arrivals[0];
    double logged = arrivals.length * stated.meanMs(1) / (spanMs * cores);
    double first = arrivals[0];
    return Optional.of(
        Trace.of(
                DoubleStream.of(arrivals).map(ms -> ms - first).toArray(),
                IntStream.range(0, arrivals.length).toArray())
            .fasterBy(LOAD / logged));
  }
}
