package org.curtail.automatic;

/**
 * Observation or decision of a {@link Pilot}, with its time and reason. Times are readings of the
 * pilot's clock.
 */
public sealed interface PilotEvent {
  /** Returns the time. */
  long nanos();

  /** Returns the reason, in plain words: one sentence. */
  String reason();

  /**
   * The pilot knows enough for a plan.
   *
   * @param requests number of requests so far
   * @param meanMs mean sequential time
   * @param p99Ms 99th percentile of the sequential time
   */
  record Learned(long nanos, long requests, double meanMs, double p99Ms, String reason)
      implements PilotEvent {}

  /**
   * Some requests ran at higher degrees, to learn their speedups.
   *
   * @param requests number of these requests
   * @param costNanos core time beyond that of one thread each
   */
  record Explored(long nanos, long requests, long costNanos, String reason) implements PilotEvent {}

  /** The pilot requests a plan. */
  record PlanBegun(long nanos, String reason) implements PilotEvent {}

  /**
   * A new plan serves.
   *
   * @param map the plan in one line
   */
  record Planned(long nanos, String map, String reason) implements PilotEvent {}

  /** Planning failed. */
  record PlanFailed(long nanos, String reason) implements PilotEvent {}

  /** Another policy serves. Slices of a comparison with the baseline are not reported. */
  record Switched(long nanos, String from, String to, String reason) implements PilotEvent {}

  /**
   * A policy has done harm, so the baseline replaces it.
   *
   * @param fromUtilisation least load at which it does harm
   * @param policy the harmful policy
   */
  record FellBack(long nanos, double fromUtilisation, String policy, String reason)
      implements PilotEvent {}

  /**
   * A policy was shown to be harmless, so it serves more of the time.
   *
   * @param fromUtilisation least load at which this was shown
   * @param policy the harmless policy
   */
  record Cleared(long nanos, double fromUtilisation, String policy, String reason)
      implements PilotEvent {}

  /** The service has changed since the pilot learned it. */
  record Drifted(long nanos, String reason) implements PilotEvent {}

  /**
   * Requests arrive in another pattern. The plan stays, since it has a policy for each load.
   *
   * @param factor median ratio of the new rate to the old one
   */
  record LoadChanged(long nanos, double factor, String reason) implements PilotEvent {}

  /** The baseline serves, since no other policy could be compared. */
  record StayedSafe(long nanos, String reason) implements PilotEvent {}

  /**
   * The clock went back, or forward without a call.
   *
   * @param byNanos size of the jump; negative if it went back
   */
  record ClockJumped(long nanos, long byNanos, String reason) implements PilotEvent {}

  /** The user froze or unfroze the pilot. */
  record Frozen(long nanos, boolean isFrozen, String reason) implements PilotEvent {}
}
