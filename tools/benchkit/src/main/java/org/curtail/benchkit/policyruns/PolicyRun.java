package org.curtail.benchkit.policyruns;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.benchkit.results.Checks;
import org.curtail.benchkit.results.Comparison;
import org.curtail.benchkit.results.Decisions;
import org.curtail.benchkit.results.Degrees;
import org.curtail.benchkit.results.Latency;
import org.curtail.benchkit.results.Lateness;
import org.curtail.benchkit.results.Run;
import org.curtail.sim.Backlog;
import org.curtail.sim.Machine;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.Trace;
import org.jspecify.annotations.Nullable;

/** The run of one policy on a trace. */
public final class PolicyRun {
  /** Number of parts of the run if the load changes. */
  private static final int PARTS = 60;

  private static final double MS_PER_SECOND = 1000;

  private final Contender contender;
  private final @Nullable String tuned;
  private final Profile profile;
  private final int cores;
  private final Trace trace;
  private final int warmUp;

  /** Results of all requests, including the warm-up. */
  private final SimulationResult whole;

  private final SimulationResult outcome;
  private final DegreeMeter degrees;
  private final boolean isUnstable;

  /** Decisions of an automatic policy; null for others. */
  private final @Nullable Decided decided;

  /** The decisions in a run with a seed. */
  private record Decided(LoggedSteering steering, long seed) {}

  private PolicyRun(
      Contender contender,
      @Nullable String tuned,
      Profile profile,
      int cores,
      Trace trace,
      int warmUp,
      SimulationResult whole,
      DegreeMeter degrees,
      @Nullable Decided decided) {
    this.decided = decided;
    this.contender = contender;
    this.tuned = tuned;
    this.profile = profile;
    this.cores = cores;
    this.trace = trace;
    // An aborted run may have few requests after its warm-up.
    this.warmUp = Math.min(warmUp, whole.requests() - Blocks.COUNT);
    this.whole = whole;
    this.degrees = degrees;
    outcome = whole.afterWarmUp(this.warmUp);
    isUnstable = Backlog.grows(trace, whole, cores);
  }

  /**
   * Simulates a policy.
   *
   * @param tuned name with the numbers tuned for the rate; null for a policy that was not tuned
   * @param warmUp number of first requests that do not count
   */
  public static PolicyRun of(
      Contender contender,
      @Nullable String tuned,
      Policy policy,
      Simulation service,
      Trace trace,
      int warmUp) {
    return of(contender, tuned, policy, service, trace, warmUp, null);
  }

  private static PolicyRun of(
      Contender contender,
      @Nullable String tuned,
      Policy policy,
      Simulation service,
      Trace trace,
      int warmUp,
      @Nullable Decided decided) {
    var degrees = new DegreeMeter(trace.size());
    int cores = service.machine().cores();
    SimulationResult outcome = Collapse.endsRunsOf(service.watchedBy(degrees)).run(policy, trace);
    return new PolicyRun(
        contender, tuned, service.profile(), cores, trace, warmUp, outcome, degrees, decided);
  }

  /**
   * Simulates an automatic policy.
   *
   * @param warmUp number of first requests that do not count
   * @param seed seed of the policy's random choices
   */
  public static PolicyRun of(
      Contender.Automatic automatic, Simulation service, Trace trace, int warmUp, long seed) {
    LoggedSteering steering =
        automatic.steering(service.machine().cores(), service.profile().maxDegree(), seed);
    Policy first = steering.policy();
    return of(
        automatic,
        null,
        first,
        service.steeredBy(steering),
        trace,
        warmUp,
        new Decided(steering, seed));
  }

  /** Simulates a fixed policy on a whole trace, with exact predictions. */
  public static PolicyRun of(
      Contender.Fixed fixed, Profile profile, Machine machine, Trace trace, long seed) {
    Simulation service =
        new Simulation(profile, machine.withNoiseSeed(seed))
            .predictedBy(new PredictionError(0).predictor(fixed, seed));
    return of(fixed, null, fixed.policy(), service, trace, 0);
  }

  /** Returns the policy's name. */
  public String policy() {
    return contender.name();
  }

  /** True if the policy knew the true demand of every request. */
  public boolean knowsDemand() {
    return contender.knowsDemand();
  }

  /** Returns the results of the requests after the warm-up. */
  public SimulationResult outcome() {
    return outcome;
  }

  /** True if the policy did not keep up; see {@link Backlog}. */
  public boolean isUnstable() {
    return isUnstable;
  }

  /** Returns the decisions of an automatic policy, including the warm-up. */
  public Optional<Decisions> decisions(Rate rate) {
    Decided by = decided;
    return by == null
        ? Optional.empty()
        : Optional.of(
            servedTime(rate)
                .decisions(
                    policy(),
                    rate.load(),
                    by.seed(),
                    by.steering().counts(),
                    by.steering().decisions()));
  }

  /** Returns the served time; with a changing rate, each part has its own load. */
  private ServedTime servedTime(Rate rate) {
    double endMs = trace.arrivalMs(whole.requests() - 1);
    int parts = rate.arrivals() instanceof PoissonArrivals ? 1 : PARTS;
    double[] arrived = new double[parts];
    for (int i = 0; i < whole.requests(); i++) {
      arrived[Math.min((int) (trace.arrivalMs(i) / endMs * parts), parts - 1)]++;
    }
    var served = new ServedTime();
    for (int part = 0; part < parts; part++) {
      double perSecond = arrived[part] * parts / endMs * MS_PER_SECOND;
      served.add(
          Math.round(endMs * 1e6 * part / parts),
          Math.round(endMs * 1e6 * (part + 1) / parts),
          parts == 1 ? rate.load() : perSecond / Rate.capacity(profile, cores));
    }
    return served;
  }

  /**
   * Returns the run for a result file.
   *
   * @param limit lower bound for every policy on this trace; null if unknown
   * @param targetMs latency above which a request is late; null for none
   * @param p99SpreadMs interval of the p99: low, high
   * @param against ratios to other policies
   */
  public Run summary(
      Rate rate,
      @Nullable Limit limit,
      @Nullable Double targetMs,
      List<Double> p99SpreadMs,
      List<Comparison> against) {
    double[] ascendingMs =
        IntStream.range(0, outcome.requests())
            .mapToDouble(i -> outcome.latencyNanos(i) / 1e6)
            .sorted()
            .toArray();
    return new Run(
        policy(),
        rate.load(),
        rate.perSecond(),
        outcome.utilisation(cores),
        outcome.requests(),
        Latency.of(ascendingMs, outcome.meanMs(), p99SpreadMs),
        limit == null ? null : limit.p99Ms(),
        degrees(),
        outcome.meanThreads(),
        outcome.utilisation(cores) * cores * outcome.endNanos() / 1e6 / whole.requests(),
        Checks.NONE,
        Lateness.NONE,
        0,
        Run.Point.drawn(ascendingMs),
        against,
        isUnstable ? true : null,
        knowsDemand(),
        tuned,
        targetMs == null ? null : late(ascendingMs, targetMs),
        limit == null ? null : limit.lateShare(),
        null,
        null,
        null,
        null,
        null);
  }

  private static double late(double[] latenciesMs, double targetMs) {
    return (double) Arrays.stream(latenciesMs).filter(ms -> ms > targetMs).count()
        / latenciesMs.length;
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
