package org.curtail.workflow.load;

/** Observes all events of a {@link LoadRun}, in order. Only tests implement it. */
interface LoadObserver {
  /** Ignores all events. */
  LoadObserver NONE = new LoadObserver() {};

  /** A request has arrived. */
  default void arrived(int request, double nowMillis) {}

  /** A visit has begun. */
  default void began(LoadVisit visit, double nowMillis) {}

  /** An attempt was sent to its server. */
  default void sent(LoadAttempt attempt, double nowMillis) {}

  /** An attempt's service has begun. */
  default void started(LoadAttempt attempt, double nowMillis) {}

  /**
   * An attempt has left its server.
   *
   * @param served true if its service was complete
   */
  default void left(LoadAttempt attempt, boolean served, double nowMillis) {}

  /** An attempt has answered its call. */
  default void answered(LoadAttempt winner, double nowMillis) {}

  /** A visit has ended. */
  default void ended(LoadVisit visit, double nowMillis) {}

  /** A request has its answer. */
  default void finished(int request, double nowMillis) {}

  /** A step of the run has ended. Other steps may follow at the same moment. */
  default void settled(double nowMillis) {}
}
