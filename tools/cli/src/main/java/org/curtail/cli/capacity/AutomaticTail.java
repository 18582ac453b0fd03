package org.curtail.cli.capacity;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.curtail.automatic.Pilot;
import org.curtail.automatic.PilotKnowledge;
import org.curtail.automatic.PilotSetting;
import org.curtail.automatic.PilotSteering;
import org.curtail.automatic.choose.Goal;
import org.curtail.automatic.choose.Judge;
import org.curtail.automatic.choose.JudgeSetting;
import org.curtail.automatic.choose.PolicyMap;
import org.curtail.automatic.guard.GuardSetting;
import org.curtail.automatic.guard.LoadVerdict;
import org.curtail.automatic.guard.LoadVerdict.Verdict;
import org.curtail.benchkit.capacity.TailCurve;
import org.curtail.benchkit.policyruns.Contender;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;

/**
 * The tail of {@code automatic} in the long run. At that time automatic has learned the demand and
 * planned once. Automatic still compares its plan with one thread for each request, and has found
 * no harm. One of 200 slices has one thread for each request. Automatic drops a policy that does
 * harm at a rate. No request explores degrees here, because hardly any does in the long run.
 * Thread-safe.
 *
 * @param map the plan of automatic
 */
record AutomaticTail(CapacitySetting setting, PolicyMap map) implements TailCurve {
  /**
   * Number of requests of the warm-up. In this time the service fills, and the first pair of slices
   * is compared.
   */
  private static final int WARM_UP = 3_000;

  /** A time in nanoseconds that never comes: centuries. */
  private static final long NEVER_NANOS = Long.MAX_VALUE / 2;

  /**
   * Requests per second below which harm is not detectable, so that automatic keeps one thread for
   * each request. A nearly idle server counts with this rate.
   */
  private static final double LEAST_PER_SECOND = 2;

  /** Share of the greatest stable load below which a server counts as idle. */
  private static final double IDLE_SHARE = 0.05;

  private static final double BANDS = 5;

  /**
   * Makes the plan. Planning takes some seconds of CPU time, up to half a minute for many cores.
   */
  static AutomaticTail planned(CapacitySetting setting) {
    var task =
        JudgeSetting.of(
            setting.profile(),
            setting.machine().cores(),
            Goal.minimise(setting.percentile()),
            setting.traces().seed());
    return new AutomaticTail(setting, new Judge(task).judge());
  }

  @Override
  public double tailMs(double perSecond, int trace) {
    SimulationResult whole = run(perSecond, trace);
    return whole.isGivenUp()
        ? Double.POSITIVE_INFINITY
        : whole.afterWarmUp(WARM_UP).percentileMs(setting.percentile());
  }

  /** Returns the outcome of a trace at a stable rate. */
  SimulationResult outcome(double perSecond, int trace) {
    return run(perSecond, trace).afterWarmUp(WARM_UP);
  }

  private SimulationResult run(double wantedPerSecond, int trace) {
    double idle = Math.min(LEAST_PER_SECOND, IDLE_SHARE * setting.mostPerSecond());
    double perSecond = Math.max(wantedPerSecond, idle);
    long seed = setting.traces().seed(trace);
    Trace warmUp = Traces.draw(new PoissonArrivals(perSecond), setting.profile(), WARM_UP, ~seed);
    Pilot pilot = pilot(perSecond, seed);
    return setting
        .service(new Contender.Automatic(false, Optional.empty()), seed)
        // Nothing changes after planning, so there is no other plan.
        .steeredBy(new PilotSteering(pilot, task -> map, NEVER_NANOS))
        .run(pilot.policy(), joined(warmUp, setting.traces().trace(perSecond, trace)));
  }

  private Pilot pilot(double perSecond, long seed) {
    PilotSetting usual = PilotSetting.of(setting.machine().cores());
    PilotSetting own =
        usual
            .aimingAt(Goal.minimise(setting.percentile()))
            .upToDegree(1)
            .guardedBy(guard(perSecond))
            .seeded(seed);
    return new Pilot(
        own, new PilotKnowledge(Optional.of(setting.profile()), Optional.of(map), harmless()));
  }

  /**
   * Returns the guard's setting. A slice of a fast service needs less than a second for its
   * requests. Only the first comparisons are frequent, and they are over.
   */
  private static GuardSetting guard(double perSecond) {
    GuardSetting usual = GuardSetting.DEFAULT;
    long sliceNanos = Math.round(usual.sliceRequests() / perSecond * 1e9);
    return new GuardSetting(
        usual.harm(),
        usual.errorRate(),
        usual.safeShare(),
        1,
        Math.clamp(sliceNanos, 1, usual.leastSliceNanos()),
        usual.mostSliceNanos(),
        usual.leastRequests(),
        usual.sliceRequests());
  }

  /** Returns a verdict without harm for each policy of the plan at each load. */
  private List<LoadVerdict> harmless() {
    return map.entries().stream()
        .map(entry -> entry.candidate().form())
        .distinct()
        .flatMap(name ->
            IntStream.rangeClosed(0, (int) BANDS)
                .mapToObj(band -> new LoadVerdict(band / BANDS, name, Verdict.NO_HARM, 0, 1, 1)))
        .toList();
  }

  private static Trace joined(Trace first, Trace second) {
    double shiftMs = first.arrivalMs(first.size() - 1);
    return Trace.of(
        IntStream.range(0, first.size() + second.size())
            .mapToDouble(i ->
                i < first.size()
                    ? first.arrivalMs(i)
                    : shiftMs + second.arrivalMs(i - first.size()))
            .toArray(),
        IntStream.range(0, first.size() + second.size())
            .map(i -> i < first.size() ? first.request(i) : second.request(i - first.size()))
            .toArray());
  }
}
