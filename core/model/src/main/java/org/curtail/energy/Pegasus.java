package org.curtail.energy;

import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;

/**
 * One clock for all cores, moved by the measured tail, in the manner of Pegasus (Lo, Cheng,
 * Govindaraju, Barroso, Kozyrakis: Towards Energy Proportionality for Large-Scale Latency-Critical
 * Workloads, ISCA 2014): the fastest at once if the target is missed, and for a while if it is
 * missed by far; a step down if the tail is well below it; else the same. For one run. The paper
 * moves power limits of whole servers; here these are steps of the clock.
 */
final class Pegasus implements SpeedSteering {
  private static final double FAR_ABOVE = 1.35;
  private static final double WELL_BELOW = 0.85;

  /** Windows of the fastest clock after the target was missed by far. */
  private static final int PANIC_WINDOWS = 10;

  private final int fastest;
  private final double targetMs;
  private final double percentile;
  private final long periodNanos;
  private final int fewestEnds;
  private State state;

  /**
   * The state.
   *
   * @param speedClass class of all cores
   * @param panicWindows remaining windows of the fastest class
   */
  public record State(int speedClass, int panicWindows) {}

  /**
   * Creates a steering that begins with the fastest class.
   *
   * @param targetMs greatest allowed tail; more than 0
   * @param percentile percentile of the tail; more than 0, less than 100
   * @param periodNanos length of a window; more than 0
   * @param fewestEnds fewest ended requests in a window that counts; at least 1
   */
  public Pegasus(
      SpeedMachine machine, double targetMs, double percentile, long periodNanos, int fewestEnds) {
    if (!(targetMs > 0)) {
      throw new IllegalArgumentException("targetMs must be more than 0: " + targetMs);
    }
    if (periodNanos <= 0) {
      throw new IllegalArgumentException("periodNanos must be more than 0: " + periodNanos);
    }
    fastest = machine.fastest();
    this.targetMs = targetMs;
    this.percentile = percentile;
    this.periodNanos = periodNanos;
    this.fewestEnds = Math.max(1, fewestEnds);
    state = new State(fastest, 0);
  }

  @Override
  public long periodNanos() {
    return periodNanos;
  }

  @Override
  public SpeedPolicy first() {
    return policy();
  }

  @Override
  public SpeedPolicy next(SpeedWindow window) {
    state = next(state, window);
    return policy();
  }

  private SpeedPolicy policy() {
    return SpeedPolicy.always("pegasus", state.speedClass());
  }

  /** Returns the state after a window. A pure function. */
  public State next(State before, SpeedWindow window) {
    if (window.ended() < fewestEnds) {
      return before;
    }
    double share = window.percentileMs(percentile) / targetMs;
    if (share > FAR_ABOVE) {
      return new State(fastest, PANIC_WINDOWS);
    }
    if (before.panicWindows() > 0) {
      return new State(fastest, before.panicWindows() - 1);
    }
    if (share > 1) {
      return new State(fastest, 0);
    }
    return share < WELL_BELOW ? new State(Math.max(0, before.speedClass() - 1), 0) : before;
  }
}
