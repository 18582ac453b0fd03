package org.curtail.cli.diagnose;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.curtail.IntervalTable;
import org.curtail.Percentile;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.benchkit.results.Diagnosed.Advised;
import org.curtail.benchkit.text.Numbers;
import org.curtail.diagnose.Breakdown;
import org.curtail.diagnose.Cause;
import org.curtail.plan.GoalAdvice;
import org.curtail.plan.PlanGoal;
import org.curtail.plan.TablePlanner;
import org.curtail.policy.FewToMany;
import org.curtail.policy.TailIndex;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePlanner;
import org.curtail.sim.Machine;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Simulation;
import org.curtail.sim.Traces;
import org.curtail.tune.HarmlessTable;

/**
 * The p99 after following advice. The predicted p99 comes from the simulator with the measured
 * demand, or from the planner of reissue with the measured latencies. Otherwise it is the p99
 * without the cause, a bound for the gain of each measure against this cause.
 */
final class Gains {
  private static final double TAIL = 99;
  private static final double BUDGET = 0.05;
  private static final int SIMULATED_REQUESTS = 10_000;
  private static final int SIMULATED_RUNS = 3;
  private static final int LOADS_PER_THREAD = 2;

  /** Number of concurrent requests that shows a collapsed service. */
  private static final int MOST_RUNNING = 5_000;

  /** Smallest gain; runs of a simulation differ by as much. */
  private static final double LEAST_GAIN = 1.02;

  /**
   * Greatest difference between simulated and measured p99. With a greater difference, the
   * simulation misses the cause of slow requests.
   */
  private static final double MOST_UNEXPLAINED = 2;

  private static final String NOT_SIMULABLE =
      "not predicted: the policy uses degrees with unknown speedups; --profile FILE gives them";

  private final ObservedRequests watched;
  private final long seed;

  Gains(ObservedRequests watched, long seed) {
    this.watched = watched;
    this.seed = seed;
  }

  /** Adds the predicted gain to advice. */
  Advised of(Advice advice) {
    ObservedRequests.Service service = watched.service();
    boolean simulable = service.policy().maxDegree() <= service.profile().maxDegree();
    return switch (advice.cause()) {
      case WORK ->
          simulable ? byPolicy(advice) : advised(advice, OptionalDouble.empty(), NOT_SIMULABLE);
      case ADMISSION, HAND_OFF ->
          simulable ? byCapacity(advice) : advised(advice, OptionalDouble.empty(), NOT_SIMULABLE);
      case RUN_QUEUE, COLLECTOR, SAFEPOINT, BLOCKED, PAGE_FAULTS -> withoutCause(advice);
      case NETWORK, STOPPED, INTERFERENCE -> byReissue(advice);
      case REST ->
          advised(advice, OptionalDouble.empty(), "the measured data permit no simulation");
    };
  }

  private static Advised advised(Advice advice, OptionalDouble gain, String how) {
    return new Advised(
        advice.cause().title(),
        Math.clamp(advice.share(), 0, 1),
        advice.what(),
        gain.isPresent() ? gain.getAsDouble() : null,
        how);
  }

  // ---- By the simulator.

  private record Candidate(String name, Policy policy) {}

  private Advised byPolicy(Advice advice) {
    ObservedRequests.Service service = watched.service();
    if (service.profile().maxDegree() < 2 || service.cores() < 2) {
      return advised(
          advice,
          OptionalDouble.empty(),
          service.cores() < 2
              ? "not predicted: one core cannot run parallel requests"
              : "not predicted: speedups are unknown; --profile FILE gives them");
    }
    double nowMs = simulatedMs(service.policy(), service.cores());
    String best = "";
    double bestMs = Double.POSITIVE_INFINITY;
    for (Candidate candidate : candidates(service)) {
      double ms = simulatedMs(candidate.policy(), service.cores());
      if (ms < bestMs) {
        best = candidate.name();
        bestMs = ms;
      }
    }
    if (!(nowMs / bestMs >= LEAST_GAIN)) {
      return advised(
          advice,
          OptionalDouble.of(1),
          "simulated at this load, neither few-to-many nor tail-index is better than "
              + service.policyName());
    }
    return advised(
        advice,
        ratio(nowMs, bestMs),
        "simulated at this load, %s %s, %s %s%s"
            .formatted(
                best,
                tail(bestMs),
                service.policyName(),
                tail(nowMs),
                isUnlikeSeen(nowMs)
                    ? "; measured were %s, so the work alone does not explain slow requests"
                        .formatted(Numbers.time(seenTailMs()))
                    : ""));
  }

  private List<Candidate> candidates(ObservedRequests.Service service) {
    return List.of(
        new Candidate("few-to-many", new FewToMany(harmless(service.profile(), service.cores()))),
        new Candidate("tail-index", TailIndex.of(service.profile())));
  }

  /** An interval table made by the method of {@code curtail plan}. */
  private IntervalTable harmless(Profile profile, int cores) {
    return HarmlessTable.of(table(profile, cores), profile, seed).table();
  }

  private static IntervalTable table(Profile profile, int cores) {
    int allowed = Math.min(profile.maxDegree(), cores);
    int degree = GoalAdvice.maxDegree(profile, PlanGoal.degreesTo(allowed)).value();
    int target = GoalAdvice.targetParallelism(profile, cores, degree).value();
    List<Integer> degrees = PlanGoal.degreesTo(degree);
    return TablePlanner.plan(
        profile,
        new PlanGoal(
            cores,
            target,
            degree,
            degrees,
            TAIL,
            TablePlanner.suggestStepMs(profile, degrees),
            LOADS_PER_THREAD * target));
  }

  private Advised byCapacity(Advice advice) {
    ObservedRequests.Service service = watched.service();
    double nowMs = simulatedMs(service.policy(), service.cores());
    if (isUnlikeSeen(nowMs)) {
      return advised(
          advice,
          OptionalDouble.empty(),
          "not predicted: simulated at this load, %s %s, but %s was measured; something else than the load makes requests wait: bursts, pauses, other processes"
              .formatted(service.policyName(), tail(nowMs), Numbers.time(seenTailMs())));
    }
    double moreMs = simulatedMs(service.policy(), service.cores() + 1);
    return advised(
        advice,
        ratio(nowMs, moreMs),
        "simulated at this load, %s %s; with one more core, it %s"
            .formatted(service.policyName(), tail(nowMs), tail(moreMs)));
  }

  private boolean isUnlikeSeen(double simulatedMs) {
    return seenTailMs() > MOST_UNEXPLAINED * simulatedMs;
  }

  private static OptionalDouble ratio(double nowMs, double thenMs) {
    return Double.isInfinite(nowMs) || Double.isInfinite(thenMs)
        ? OptionalDouble.empty()
        : OptionalDouble.of(nowMs / thenMs);
  }

  private static String tail(double ms) {
    return Double.isInfinite(ms) ? "does not keep up" : "has a p99 of " + Numbers.time(ms);
  }

  /** The mean p99 of several runs; infinite if the service does not keep up. */
  private double simulatedMs(Policy policy, int cores) {
    ObservedRequests.Service service = watched.service();
    var simulation =
        new Simulation(service.profile(), Machine.ofCores(cores)).givingUpBeyond(MOST_RUNNING);
    return IntStream.range(0, SIMULATED_RUNS)
        .mapToObj(run ->
            simulation.run(
                policy,
                Traces.draw(
                    new PoissonArrivals(service.perSecond()),
                    service.profile(),
                    SIMULATED_REQUESTS,
                    seed + run)))
        .mapToDouble(
            result -> result.isGivenUp() ? Double.POSITIVE_INFINITY : result.percentileMs(TAIL))
        .average()
        .orElseThrow();
  }

  // ---- From the measurement.

  private Advised withoutCause(Advice advice) {
    double nowMs = seenTailMs();
    double withoutMs = tailMs(latenciesMs(Optional.of(advice.cause())));
    return advised(
        advice,
        OptionalDouble.of(nowMs / Math.max(withoutMs, Double.MIN_NORMAL)),
        "at most: without the cause, the p99 of %s would be %s"
            .formatted(Numbers.time(nowMs), Numbers.time(withoutMs)));
  }

  private Advised byReissue(Advice advice) {
    AttemptTimes times = AttemptTimes.independent(latenciesMs(Optional.empty()));
    ReissuePlan plan = ReissuePlanner.singleR(times, new ReissueGoal(TAIL, BUDGET));
    Optional<Reissue> sent = plan.policy().reissues().stream().findFirst();
    if (sent.isEmpty() || plan.withoutMillis() / plan.predictedMillis() < LEAST_GAIN) {
      return advised(
          advice,
          OptionalDouble.of(1),
          "sending %s of the requests again does not shorten this p99"
              .formatted(Numbers.percent(BUDGET)));
    }
    return advised(
        advice,
        OptionalDouble.of(plan.withoutMillis() / plan.predictedMillis()),
        String.format(
            Locale.ROOT,
            "planned: with a second replica, and %s of the requests sent again after %s%s, the p99 would be %s",
            Numbers.percent(plan.reissueFraction()),
            Numbers.time(sent.get().delayMillis()),
            sent.get().probability() < 1
                ? " with probability " + Numbers.hundredths(sent.get().probability())
                : "",
            Numbers.time(plan.predictedMillis())));
  }

  private double seenTailMs() {
    return tailMs(latenciesMs(Optional.empty()));
  }

  private double[] latenciesMs(Optional<Cause> without) {
    return watched.diagnosis().requests().stream()
        .mapToDouble(request -> (request.latencyNanos() - nanos(request, without)) / 1e6)
        .toArray();
  }

  private static long nanos(Breakdown request, Optional<Cause> cause) {
    return cause.map(request::nanos).orElse(0L);
  }

  private static double tailMs(double[] latenciesMs) {
    double[] ascending = latenciesMs.clone();
    Arrays.sort(ascending);
    return Percentile.of(ascending, TAIL);
  }
}
