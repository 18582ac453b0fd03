package org.curtail.benchkit.capacity;

import java.util.List;

/**
 * The largest rate of arrivals at which a tail, in the mean over independent traces, is at most a
 * target.
 *
 * <p>The search first goes up from an idle machine in equal steps, on few traces, until the target
 * is missed. Bisection follows, helped by linear interpolation. Where the tail is not monotone in
 * the rate, the answer is the first crossing that the steps show: every rate tried below it met the
 * target. The slope of the mean tail around the answer turns each trace's tail into a rate of its
 * own, and the spread of these rates into a 95 % interval. If that is too wide, the search is
 * repeated around the answer on as many traces as should be enough. Deterministic, if the curve is.
 */
public final class CapacitySearch {
  /** Share of the largest rate at which requests hardly ever overlap. */
  private static final double IDLE_SHARE = 1e-4;

  /** The search stops well within the interval that chance leaves. */
  private static final double FOUND_SHARE_OF_WIDTH = 0.1;

  /**
   * Distance from the answer over which the slope is taken; the tail of a single trace is a
   * staircase.
   */
  private static final double SLOPE_REACH = 0.02;

  /** Shortest trace, in targets: in a shorter one, a queue that grows without end does not show. */
  private static final double TARGETS_IN_A_TRACE = 200;

  private final TailCurve curve;
  private final double targetMs;
  private final double mostPerSecond;
  private final Precision precision;

  /** The tail at a rate, on each trace. */
  private record Measured(double perSecond, List<Double> tailsMs) {
    double meanMs() {
      return MeanInterval.of(tailsMs).mean();
    }
  }

  /** Two rates: the mean tail is under the target at the first and above it at the second. */
  private record Bracket(Measured met, Measured missed) {
    double width() {
      return missed.perSecond - met.perSecond;
    }

    /** True if the service collapsed at neither rate. */
    boolean isFinite() {
      return Double.isFinite(met.meanMs()) && Double.isFinite(missed.meanMs());
    }

    /** Rise of the mean tail per request per second. */
    double slope() {
      return (missed.meanMs() - met.meanMs()) / width();
    }

    Bracket with(Measured middle, double targetMs) {
      return middle.meanMs() <= targetMs ? new Bracket(middle, missed) : new Bracket(met, middle);
    }
  }

  private CapacitySearch(
      TailCurve curve, double targetMs, double mostPerSecond, Precision precision) {
    this.curve = curve;
    this.targetMs = targetMs;
    this.mostPerSecond = mostPerSecond;
    this.precision = precision;
  }

  /**
   * Searches.
   *
   * @param targetMs milliseconds; finite, more than 0
   * @param mostPerSecond the rate that no policy can carry for long ({@link
   *     org.curtail.sim.StabilityBound}); finite, more than 0
   */
  public static Capacity of(
      TailCurve curve, double targetMs, double mostPerSecond, Precision precision) {
    if (!(targetMs > 0) || Double.isInfinite(targetMs)) {
      throw new IllegalArgumentException("targetMs must be positive and finite: " + targetMs);
    }
    if (!(mostPerSecond > 0) || Double.isInfinite(mostPerSecond)) {
      throw new IllegalArgumentException(
          "mostPerSecond must be positive and finite: " + mostPerSecond);
    }
    return new CapacitySearch(curve, targetMs, mostPerSecond, precision).search();
  }

  /** The lowest rate that a search asks for: that of an idle machine. */
  public static double idlePerSecond(double mostPerSecond) {
    return IDLE_SHARE * mostPerSecond;
  }

  /**
   * Smallest number of requests for a trace. In a shorter trace, a service that is overloaded by
   * half a percent still meets the target until the trace ends.
   */
  public static double fewestRequests(double perSecond, double targetMs) {
    return TARGETS_IN_A_TRACE * perSecond * targetMs / 1000;
  }

  private Capacity search() {
    int traces = precision.fewestTraces();
    Measured met = measure(idlePerSecond(mostPerSecond), traces);
    if (met.meanMs() > targetMs) {
      return new Capacity.MissesWhenIdle(MeanInterval.of(met.tailsMs()));
    }
    for (int step = 1; step <= precision.steps(); step++) {
      Measured next = measure(mostPerSecond * step / precision.steps(), traces);
      if (next.meanMs() > targetMs) {
        return refined(carries(new Bracket(met, next), traces), traces);
      }
      met = next;
    }
    return new Capacity.MeetsWhileStable(mostPerSecond, MeanInterval.of(met.tailsMs()));
  }

  private Capacity refined(Capacity.Carries first, int measured) {
    int traces = precision.traces(measured, first.relativeWidth());
    return traces == measured ? first : searchAround(first.perSecond(), traces);
  }

  /**
   * Searches again around a rate, on more traces: the answer seldom moves far and seldom vanishes.
   */
  private Capacity searchAround(double rate, int traces) {
    double least = idlePerSecond(mostPerSecond);
    double reach = SLOPE_REACH * rate;
    Measured met = measure(Math.max(rate - reach, least), traces);
    Measured missed = measure(Math.min(rate + reach, mostPerSecond), traces);
    while (met.meanMs() > targetMs && met.perSecond() > least) {
      missed = met;
      met = measure(Math.max(met.perSecond() - reach, least), traces);
    }
    while (missed.meanMs() <= targetMs && missed.perSecond() < mostPerSecond) {
      met = missed;
      missed = measure(Math.min(missed.perSecond() + reach, mostPerSecond), traces);
    }
    if (met.meanMs() > targetMs) {
      return new Capacity.MissesWhenIdle(MeanInterval.of(met.tailsMs()));
    }
    return missed.meanMs() > targetMs
        ? carries(new Bracket(met, missed), traces)
        : new Capacity.MeetsWhileStable(mostPerSecond, MeanInterval.of(missed.tailsMs()));
  }

  private Capacity.Carries carries(Bracket wide, int traces) {
    double enough = FOUND_SHARE_OF_WIDTH * precision.relativeWidth();
    Bracket bracket = wide;
    boolean halve = false;
    while (bracket.width() > enough * bracket.missed().perSecond()
        && bracket.met().meanMs() < targetMs * (1 - enough)) {
      double before = bracket.width();
      double next = halve ? before / 2 : interpolate(bracket, targetMs * (1 - enough / 2));
      bracket = bracket.with(measure(bracket.met().perSecond() + next, traces), targetMs);
      // Linear interpolation that hits the same side again and again makes no progress.
      halve = bracket.width() > before / 2;
    }
    Measured answer = bracket.met();
    return withInterval(answer, slope(wide, answer, traces));
  }

  /** The rate above the lower one at which linear interpolation reaches a tail. */
  private static double interpolate(Bracket bracket, double tailMs) {
    double width = bracket.width();
    double distance = (tailMs - bracket.met().meanMs()) / bracket.slope();
    return Math.clamp(distance, 0.02 * width, 0.98 * width);
  }

  /** The slope around a rate, over a stretch that is neither too short nor too long. */
  private double slope(Bracket wide, Measured answer, int traces) {
    double rate = answer.perSecond();
    if (wide.width() <= 3 * SLOPE_REACH * rate
        && wide.width() >= SLOPE_REACH * rate
        && wide.isFinite()) {
      return wide.slope();
    }
    Measured below = measure(rate * (1 - SLOPE_REACH), traces);
    var around = new Bracket(below, measure(rate * (1 + SLOPE_REACH), traces));
    // Behind a collapse there is no slope: the slope before it is smaller, and the interval
    // wider.
    return around.isFinite() ? around.slope() : new Bracket(below, answer).slope();
  }

  private Capacity.Carries withInterval(Measured answer, double slope) {
    double rate = answer.perSecond();
    // A tail that does not rise does not tell at which rate it was measured.
    double rise = Math.max(slope, Double.MIN_NORMAL);
    double least = idlePerSecond(mostPerSecond);
    List<Double> rates =
        answer.tailsMs().stream()
            .map(ms -> Math.clamp(rate + (answer.meanMs() - ms) / rise, least, mostPerSecond))
            .toList();
    MeanInterval interval = MeanInterval.of(rates);
    return new Capacity.Carries(
        rate,
        Math.max(0, rate - interval.halfWidth()),
        Math.min(mostPerSecond, rate + interval.halfWidth()),
        MeanInterval.of(answer.tailsMs()),
        rates);
  }

  private Measured measure(double perSecond, int traces) {
    return new Measured(perSecond, curve.tailsMs(perSecond, traces));
  }
}
