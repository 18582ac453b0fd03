package org.curtail.workflow;

/** Sees all that happens in a {@link LoadRun}, in its order. The tests' accountants are such. */
interface LoadWitness {
  /** Sees nothing. */
  LoadWitness NONE = new LoadWitness() {};

  /** A request has come. */
  default void arrived(int request, double nowMillis) {}

  /** A visit begins. */
  default void began(LoadVisit visit, double nowMillis) {}

  /** An attempt was sent to its server. */
  default void sent(LoadAttempt attempt, double nowMillis) {}

  /** An attempt is served from now on. */
  default void started(LoadAttempt attempt, double nowMillis) {}

  /** An attempt leaves its server; {@code served} if its own time was over. */
  default void left(LoadAttempt attempt, boolean served, double nowMillis) {}

  /** An attempt answers its call. */
  default void answered(LoadAttempt winner, double nowMillis) {}

  /** A visit ends. */
  default void ended(LoadVisit visit, double nowMillis) {}

  /** A request has its answer. */
  default void finished(int request, double nowMillis) {}

  /** All that happens at a moment has happened; more may follow at the same moment. */
  default void settled(double nowMillis) {}
}
