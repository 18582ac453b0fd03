package org.curtail.app.simulate;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.Percentile;
import org.curtail.Profile;
import org.curtail.app.results.Comparison;
import org.curtail.app.results.Degrees;
import org.curtail.app.results.Run;
import org.curtail.app.simulate.SimulationSetting.NamedPolicy;
import org.curtail.sim.Backlog;
import org.curtail.sim.Machine;
import org.curtail.sim.Outcome;
import org.curtail.sim.Predictor;
import org.curtail.sim.Simulation;
import org.curtail.sim.Trace;
import org.jspecify.annotations.Nullable;

/** What one policy did with a trace. */
public final class PolicyRun {
  /** So many requests at once, and more for more cores, are a service that has collapsed. */
  private static final int MOST_RUNNING = 10_000;

  private static final int MOST_RUNNING_PER_CORE = 100;

  private final String policy;
  private final Profile profile;
  private final int cores;
  private final Trace trace;
  private final int warmUp;

  /** Of all requests, and of those that count. */
  private final Outcome whole;

  private final Outcome outcome;
  private final DegreeMeter degrees;
  private final boolean isUnstable;

  private PolicyRun(
      String policy,
      Profile profile,
      int cores,
      Trace trace,
      int warmUp,
      Outcome whole,
      DegreeMeter degrees) {
    this.policy = policy;
    this.profile = profile;
    this.cores = cores;
    this.trace = trace;
    // What was given up may have had little more than its warm-up.
    this.warmUp = Math.min(warmUp, whole.requests() - Blocks.COUNT);
    this.whole = whole;
    this.degrees = degrees;
    outcome = whole.afterWarmUp(this.warmUp);
    isUnstable = Backlog.grows(trace, whole, cores);
  }

  /**
   * Simulates it; a policy that needs predictions gets perfect ones.
   *
   * @param warmUp requests at the beginning that do not count
   */
  public static PolicyRun of(
      NamedPolicy policy, Profile profile, Machine machine, Trace trace, int warmUp) {
    var degrees = new DegreeMeter(trace.size());
    Outcome outcome =
        new Simulation(profile, machine)
            .predictedBy(policy.policy().needsPrediction() ? Predictor.CLAIRVOYANT : Predictor.NONE)
            .watchedBy(degrees)
            .givingUpBeyond(MOST_RUNNING + MOST_RUNNING_PER_CORE * machine.cores())
            .run(policy.policy(), trace);
    return new PolicyRun(policy.name(), profile, machine.cores(), trace, warmUp, outcome, degrees);
  }

  /** The policy's name. */
  public String policy() {
    return policy;
  }

  /** What became of the requests that count. */
  public Outcome outcome() {
    return outcome;
  }

  /** Whether the policy did not keep up: see {@link Backlog}. */
  public boolean isUnstable() {
    return isUnstable;
  }

  /**
   * The run as a result file holds it.
   *
   * @param boundMs the p99 that no policy can be below on this trace; null if unknown
   * @param p99SpreadMs an interval of the p99: low, high
   * @param against ratios to other policies
   */
  public Run summary(
      Rate rate, @Nullable Double boundMs, List<Double> p99SpreadMs, List<Comparison> against) {
    double[] ascendingMs =
        IntStream.range(0, outcome.requests())
            .mapToDouble(i -> outcome.latencyNanos(i) / 1e6)
            .sorted()
            .toArray();
    Degrees threads = degrees();
    return new Run(
        policy,
        rate.load(),
        rate.perSecond(),
        outcome.utilisation(cores),
        outcome.requests(),
        outcome.meanMs(),
        Percentile.of(ascendingMs, 50),
        Percentile.of(ascendingMs, 90),
        Percentile.of(ascendingMs, 95),
        Percentile.of(ascendingMs, 99),
        Percentile.of(ascendingMs, 99.9),
        ascendingMs[ascendingMs.length - 1],
        p99SpreadMs,
        boundMs,
        threads.mean(),
        threads.meanLongest(),
        threads.meanShortest(),
        threads.shares(),
        outcome.meanThreads(),
        outcome.utilisation(cores) * cores * outcome.endNanos() / 1e6 / whole.requests(),
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        Run.Point.drawn(ascendingMs),
        against,
        isUnstable ? true : null);
  }

  private Degrees degrees() {
    int all = whole.requests();
    double[] serialMs = new double[all - warmUp];
    Arrays.setAll(serialMs, i -> profile.timeMs(trace.request(warmUp + i), 1));
    return Degrees.of(
        serialMs,
        Arrays.copyOfRange(degrees.degrees(whole), warmUp, all),
        Arrays.copyOfRange(degrees.peaks(), warmUp, all));
  }
}
