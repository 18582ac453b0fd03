package org.curtail.policies;

import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.Progress;
import org.curtail.Traits;
import org.curtail.policy.demand.Speedups;

/**
 * Tail-control work stealing (Li, Agrawal, Elnikety, He, Lee, Lu, McKinley: Work Stealing for
 * Interactive Services to Meet Target Latency, PPoPP'16): as few requests as possible above a
 * target latency. Free threads help running requests before they take a new one (steal-first),
 * which is best at low load. Under load a few long requests hold up many others. So a request that
 * has done more work than the {@link SerialThresholds} allow for the load gives all threads but one
 * back: it may be late so that others are not. The opposite of Few-to-Many, which gives long
 * requests threads.
 *
 * <p>The load is the number of requests in the system, waiting ones included. Work done is
 * estimated from the request's threads so far and the profile's mean speedups. Assumes nothing of
 * the request at hand. Never uses more threads than there are cores.
 */
final class TailControl implements Policy {
  private static final double NANOS_PER_MS = 1e6;

  private final int targetMs;
  private final Speedups speedups;
  private final SerialThresholds thresholds;

  /**
   * Creates a policy for a target.
   *
   * @param targetMs latency in milliseconds that as few requests as possible should exceed; at
   *     least 1
   * @param profile demand that the thresholds are made from
   */
  TailControl(int targetMs, Profile profile) {
    if (targetMs < 1) {
      throw new IllegalArgumentException("targetMs must be at least 1: " + targetMs);
    }
    this.targetMs = targetMs;
    this.speedups = Speedups.of(profile);
    this.thresholds = SerialThresholds.of(profile, targetMs);
  }

  /** The target latency in milliseconds. */
  public int targetMs() {
    return targetMs;
  }

  @Override
  public Decision decide(Progress running, Load load) {
    double thresholdMs = thresholds.ms(load);
    double doneMs = speedups.doneMs(running);
    if (doneMs >= thresholdMs) {
      return Decision.keep(1);
    }
    if (Double.isInfinite(thresholdMs)) {
      return Decision.keep(maxDegree());
    }
    // At full speed it is there then, otherwise later, and asks again. Steps of a hundredth of the
    // target bound the number of calls.
    double earliestMs = (thresholdMs - doneMs) / speedups.at(maxDegree());
    long waitNanos = Math.round(Math.max(earliestMs, targetMs / 100.0) * NANOS_PER_MS);
    return new Decision(maxDegree(), running.executionNanos() + waitNanos);
  }

  @Override
  public Traits traits() {
    return Traits.NONE.malleable(true);
  }

  @Override
  public int maxDegree() {
    return speedups.usefulDegree();
  }

  @Override
  public int threads(int cores) {
    return cores;
  }

  @Override
  public String description() {
    return "%d threads a request, but one for requests so long that others would miss %d ms"
        .formatted(maxDegree(), targetMs);
  }
}
