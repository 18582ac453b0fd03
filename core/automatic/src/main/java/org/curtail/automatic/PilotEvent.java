package org.curtail.automatic;

/**
 * Something that a {@link Pilot} noticed or decided, when, and why. Times are readings of the clock
 * that the pilot is told.
 */
public sealed interface PilotEvent {
  /** When. */
  long nanos();

  /** Why, in plain words: one sentence. */
  String reason();

  /**
   * Enough was seen to plan with.
   *
   * @param requests that have been seen
   * @param meanMs mean sequential time
   * @param p99Ms 99th percentile of the sequential time
   */
  record Learned(long nanos, long requests, double meanMs, double p99Ms, String reason)
      implements PilotEvent {}

  /**
   * Some requests ran at higher degrees, to see how much faster they are.
   *
   * @param requests that did
   * @param costNanos core time that this took more than one thread each would have taken
   */
  record Explored(long nanos, long requests, long costNanos, String reason) implements PilotEvent {}

  /** A plan is asked for. */
  record PlanBegun(long nanos, String reason) implements PilotEvent {}

  /**
   * There is a new plan.
   *
   * @param map in one line
   */
  record Planned(long nanos, String map, String reason) implements PilotEvent {}

  /** There is no new plan. */
  record PlanFailed(long nanos, String reason) implements PilotEvent {}

  /** Another policy is to serve. Slices for the comparison with the safe policy are not told. */
  record Switched(long nanos, String from, String to, String reason) implements PilotEvent {}

  /**
   * A policy has done harm: the safe one serves in its place.
   *
   * @param fromUtilisation the least of the loads at which it does
   * @param policy that did harm
   */
  record FellBack(long nanos, double fromUtilisation, String policy, String reason)
      implements PilotEvent {}

  /**
   * A policy was shown to do no harm: it serves more of the time.
   *
   * @param fromUtilisation the least of the loads at which it was shown
   * @param policy that does no harm
   */
  record Cleared(long nanos, double fromUtilisation, String policy, String reason)
      implements PilotEvent {}

  /** The service is no longer what was learned. */
  record Drifted(long nanos, String reason) implements PilotEvent {}

  /**
   * Requests arrive in another pattern. The plan stays: it has a policy for each load.
   *
   * @param factor by which they arrive more often, in the median
   */
  record LoadChanged(long nanos, double factor, String reason) implements PilotEvent {}

  /** The safe policy serves, since nothing could be shown about any other. */
  record StayedSafe(long nanos, String reason) implements PilotEvent {}

  /**
   * The clock went back, or forth without anybody calling.
   *
   * @param byNanos how far; negative if it went back
   */
  record ClockJumped(long nanos, long byNanos, String reason) implements PilotEvent {}

  /** The user froze or unfroze the pilot. */
  record Frozen(long nanos, boolean isFrozen, String reason) implements PilotEvent {}
}
