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
import org.curtail.sim.Machine;
import org.curtail.sim.Observer;
import org.curtail.sim.Outcome;
import org.curtail.sim.Predictor;
import org.curtail.sim.Simulation;
import org.curtail.sim.Trace;
import org.jspecify.annotations.Nullable;

/** What one policy did with a trace. */
public final class PolicyRun {
  private final String policy;
  private final Profile profile;
  private final int cores;
  private final Trace trace;
  private final Outcome outcome;
  private final DegreeMeter degrees;

  private PolicyRun(
      String policy,
      Profile profile,
      int cores,
      Trace trace,
      Outcome outcome,
      DegreeMeter degrees) {
    this.policy = policy;
    this.profile = profile;
    this.cores = cores;
    this.trace = trace;
    this.outcome = outcome;
    this.degrees = degrees;
  }

  /**
   * Simulates it; a policy that needs predictions gets perfect ones.
   *
   * @param watch sees the state after every event, and may throw to stop the run
   */
  public static PolicyRun of(
      NamedPolicy policy, Profile profile, Machine machine, Trace trace, Observer watch) {
    var degrees = new DegreeMeter(trace.size());
    Outcome outcome =
        new Simulation(profile, machine)
            .predictedBy(policy.policy().needsPrediction() ? Predictor.CLAIRVOYANT : Predictor.NONE)
            .watchedBy((nowNanos, state) -> {
              degrees.after(nowNanos, state);
              watch.after(nowNanos, state);
            })
            .run(policy.policy(), trace);
    return new PolicyRun(policy.name(), profile, machine.cores(), trace, outcome, degrees);
  }

  /** The policy's name. */
  public String policy() {
    return policy;
  }

  /** What became of the requests. */
  public Outcome outcome() {
    return outcome;
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
    double[] serialMs = new double[trace.size()];
    Arrays.setAll(serialMs, i -> profile.timeMs(trace.request(i), 1));
    Degrees threads = Degrees.of(serialMs, degrees.degrees(outcome), degrees.peaks());
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
        outcome.utilisation(cores) * cores * outcome.endNanos() / 1e6 / outcome.requests(),
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        Run.Point.drawn(ascendingMs),
        against);
  }
}
