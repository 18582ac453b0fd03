package org.curtail.policies;

import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.Progress;
import org.curtail.Traits;
import org.curtail.policy.demand.ExpectedDemand;
import org.curtail.policy.demand.Speedups;
import org.curtail.policy.demand.SpeedupsByDemand;
import org.curtail.policy.demand.Survival;
import org.jspecify.annotations.Nullable;

/**
 * Earliest deadline first with a target. With known demands it is a yardstick close to the optimum;
 * with predicted demands, {@link #predicted} is a policy. Each request is due a fixed time after
 * its arrival. Each gets the least degree at which it is still in time, the oldest request first.
 * Remaining threads go where most work remains. A request that can no longer be in time comes last.
 *
 * <p>Degrees may fall, so a request ahead of its deadline gives threads back. The request runs at a
 * mixture of two neighbouring degrees. That is the cheapest way to end exactly in time (the lower
 * edge of {@code org.curtail.sim.LeastCoreTime}). With the least target that can be met, it comes
 * close to {@code org.curtail.sim.ClairvoyantBound}, whose relaxation serves in the same order.
 *
 * <p>Assumes that no further thread helps more than those before it. Otherwise the least degree in
 * time is not the cheapest, and the policy is no yardstick. Assumes that a request speeds up like
 * the profile's requests of about its demand. The yardstick also assumes that {@link
 * Progress#prediction} is the true demand. Never uses more threads than there are cores.
 */
final class EarliestDeadline implements Policy {
  /** More than any amount of work in milliseconds, yet small enough for exact differences. */
  private static final double NEEDED = 1e12;

  private static final double LATE = -1e12;

  private static final double NANOS_PER_MS = 1e6;

  /** Least step as a share of the target. A smaller lead over the deadline is ignored. */
  private static final double LEAST_STEP = 0.02;

  private final int targetMs;
  private final SpeedupsByDemand speedups;

  /** Expected remaining part of a predicted demand; null if predictions are true. */
  private final @Nullable ExpectedDemand expected;

  /**
   * Creates a policy for a target.
   *
   * @param targetMs milliseconds from a request's arrival within which it should end; at least 1
   * @param profile profile of speedups
   */
  EarliestDeadline(int targetMs, Profile profile) {
    this(targetMs, profile, null);
  }

  private EarliestDeadline(int targetMs, Profile profile, @Nullable ExpectedDemand expected) {
    if (targetMs < 1) {
      throw new IllegalArgumentException("targetMs must be at least 1: " + targetMs);
    }
    this.targetMs = targetMs;
    this.speedups = SpeedupsByDemand.of(profile);
    this.expected = expected;
  }

  /**
   * Returns a policy for a target and predicted demands. {@link ExpectedDemand} gives the rest of a
   * request, so a request that outlasts its prediction still has work left.
   */
  static EarliestDeadline predicted(int targetMs, Profile profile) {
    return new EarliestDeadline(
        targetMs, profile, ExpectedDemand.of(profile, Survival.of(profile)));
  }

  /** Returns the time from arrival to deadline, in milliseconds. */
  public int targetMs() {
    return targetMs;
  }

  /**
   * Returns the most useful degree. {@link #priority} decides how many of these threads the request
   * gets.
   */
  @Override
  public Decision decide(Progress running, Load load) {
    Speedups speedup = speedups.of(demandMs(running));
    double leftMs = leftMs(running, speedup);
    double untilDueMs = untilDueMs(running);
    int needed = speedup.leastDegree(leftMs, untilDueMs);
    if (needed <= 1) {
      return Decision.keep(speedup.usefulDegree());
    }
    double aheadMs = untilAheadMs(leftMs, untilDueMs, speedup.at(needed), speedup.at(needed - 1));
    long waitNanos = Math.round(Math.max(aheadMs, LEAST_STEP * targetMs) * NANOS_PER_MS);
    return new Decision(speedup.usefulDegree(), running.executionNanos() + waitNanos);
  }

  /** Returns the time at one speed after which the next lower speed suffices for the deadline. */
  private static double untilAheadMs(
      double leftMs, double untilDueMs, double speed, double lowerSpeed) {
    double gained = speed / lowerSpeed - 1;
    double missingMs = leftMs / lowerSpeed - untilDueMs;
    return gained > 0 ? Math.min(missingMs / gained, untilDueMs) : untilDueMs;
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException if the request has no prediction
   */
  @Override
  public double priority(Progress request, Load load) {
    Speedups speedup = speedups.of(demandMs(request));
    double leftMs = leftMs(request, speedup);
    int needed = speedup.leastDegree(leftMs, untilDueMs(request));
    if (needed == 0) {
      return LATE - leftMs;
    }
    return request.threads() < needed ? NEEDED + request.ageNanos() / NANOS_PER_MS : leftMs;
  }

  private static double demandMs(Progress request) {
    return request.prediction().knownNanos() / NANOS_PER_MS;
  }

  private double leftMs(Progress request, Speedups speedup) {
    double doneMs = speedup.leastDoneMs(request);
    return expected == null
        ? Math.max(0, demandMs(request) - doneMs)
        : expected.remainingMs(request.prediction(), doneMs);
  }

  private double untilDueMs(Progress request) {
    return targetMs - request.ageNanos() / NANOS_PER_MS;
  }

  @Override
  public Traits traits() {
    return Traits.RANKING.reorderingQueue(true).malleable(true).needingPrediction(true);
  }

  @Override
  public int maxDegree() {
    return speedups.maxDegree();
  }

  @Override
  public int threads(int cores) {
    return cores;
  }

  @Override
  public String description() {
    return "up to %d threads a request: the fewest that end it %d ms after its arrival, the oldest first"
        .formatted(maxDegree(), targetMs);
  }
}
