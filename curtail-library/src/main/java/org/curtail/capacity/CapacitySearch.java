package org.curtail.capacity;

import java.util.List;

/**
 * The largest rate of arrivals at which a tail, in the mean over independent traces, is at most a
 * target.
 *
 * <p>A first look goes up from an idle machine in equal steps until the target is missed, on few
 * traces; bisection follows. So where the tail is not monotone in the rate, the answer is the first
 * crossing that the steps show: everything tried below it was carried. The slope of the mean tail
 * around the answer turns each trace's tail into a rate of its own, and their spread into a 95 %
 * interval. If that is too wide, the search is repeated around the answer on as many traces as
 * should be enough. Deterministic, if the curve is.
 */
public final class CapacitySearch {
  /** Few enough requests that hardly any two meet. */
  private static final double IDLE_SHARE = 1e-4;

  private static final int STEPS = 16;

  /** Bisection stops far within the interval that chance leaves anyway. */
  private static final double BISECTED_SHARE_OF_WIDTH = 0.1;

  /** How far from the answer its slope is taken: a single trace is a staircase. */
  private static final double SLOPE_REACH = 0.02;

  /**
   * A queue that grows without end does not show within a trace that is shorter than the target by
   * the inverse of this.
   */
  private static final double TARGETS_IN_A_TRACE = 200;

  private final TailCurve curve;
  private final double targetMs;
  private final double mostPerSecond;
  private final Precision precision;

  /** Rates with the tail under the target at the first and above it at the second. */
  private record Bracket(double met, double missed) {
    double width() {
      return missed - met;
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

  /** The least rate that a search asks for: that of an idle machine. */
  public static double idlePerSecond(double mostPerSecond) {
    return IDLE_SHARE * mostPerSecond;
  }

  /**
   * How many requests a trace should have at least. In a shorter one a service that is overloaded
   * by some half percent still meets the target until the trace ends.
   */
  public static double fewestRequests(double perSecond, double targetMs) {
    return TARGETS_IN_A_TRACE * perSecond * targetMs / 1000;
  }

  private Capacity search() {
    int traces = precision.fewestTraces();
    double met = idlePerSecond(mostPerSecond);
    MeanInterval tailMs = tail(met, traces);
    if (tailMs.mean() > targetMs) {
      return new Capacity.MissesWhenIdle(tailMs);
    }
    for (int step = 1; step <= STEPS; step++) {
      double rate = mostPerSecond * step / STEPS;
      tailMs = tail(rate, traces);
      if (tailMs.mean() > targetMs) {
        return refined(carries(new Bracket(met, rate), traces), traces);
      }
      met = rate;
    }
    return new Capacity.MeetsWhileStable(mostPerSecond, tailMs);
  }

  private Capacity refined(Capacity.Carries first, int measured) {
    int traces = precision.traces(measured, first.relativeWidth());
    if (traces == measured) {
      return first;
    }
    double reach = Math.max(first.high() - first.low(), SLOPE_REACH * first.perSecond()) / 2;
    double met = first.perSecond();
    while (met > idlePerSecond(mostPerSecond) && tail(met, traces).mean() > targetMs) {
      met = Math.max(met - reach, idlePerSecond(mostPerSecond));
    }
    double missed = Math.min(met + reach, mostPerSecond);
    while (missed < mostPerSecond && tail(missed, traces).mean() <= targetMs) {
      met = missed;
      missed = Math.min(missed + reach, mostPerSecond);
    }
    return carries(new Bracket(met, missed), traces);
  }

  private Capacity.Carries carries(Bracket wide, int traces) {
    Bracket bracket = wide;
    double enough = BISECTED_SHARE_OF_WIDTH * precision.relativeWidth();
    while (bracket.width() > enough * bracket.missed()) {
      double middle = (bracket.met() + bracket.missed()) / 2;
      bracket =
          tail(middle, traces).mean() <= targetMs
              ? new Bracket(middle, bracket.missed())
              : new Bracket(bracket.met(), middle);
    }
    return withInterval(bracket.met(), traces);
  }

  private Capacity.Carries withInterval(double rate, int traces) {
    List<Double> tailsMs = curve.tailsMs(rate, traces);
    double below = rate * (1 - SLOPE_REACH);
    double above = rate * (1 + SLOPE_REACH);
    double slope = (tail(above, traces).mean() - tail(below, traces).mean()) / (above - below);
    // Where the tail does not rise, it does not say at which rate it was measured.
    double rise = Math.max(slope, Double.MIN_NORMAL);
    MeanInterval tailMs = MeanInterval.of(tailsMs);
    List<Double> rates =
        tailsMs.stream()
            .map(ms ->
                (Double)
                    Math.clamp(
                        rate + (tailMs.mean() - ms) / rise,
                        idlePerSecond(mostPerSecond),
                        mostPerSecond))
            .toList();
    MeanInterval interval = MeanInterval.of(rates);
    return new Capacity.Carries(
        rate,
        Math.max(0, rate - interval.halfWidth()),
        Math.min(mostPerSecond, rate + interval.halfWidth()),
        tailMs,
        rates);
  }

  private MeanInterval tail(double perSecond, int traces) {
    return MeanInterval.of(curve.tailsMs(perSecond, traces));
  }
}
