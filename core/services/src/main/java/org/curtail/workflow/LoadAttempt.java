package org.curtail.workflow;

import org.jspecify.annotations.Nullable;

/** An attempt of a call at a server. */
final class LoadAttempt {
  /** Where it is. */
  enum State {
    /** In the queue of its server. */
    WAITING,
    /** On its server, for the stage's own time. */
    SERVED,
    /**
     * Its own time is over, and the stages within its stage run. They have servers of their own.
     */
    CALLING,
    /** Ended, or given up. */
    GONE
  }

  final LoadCall call;

  /** 0 for the first one, 1 for the copy. */
  final int number;

  final LoadServer server;
  final double sentMillis;

  /** How long it takes with one thread. */
  final double workMillis;

  State state = State.WAITING;

  /** Slots that it has while it is served. */
  int threads;

  double startedMillis;

  /** When its time on the server is over; known once it is served. */
  double endMillis;

  /** Its answer will be dropped: what it costs to stop is all that is left of it. */
  boolean stopping;

  /** Ends that were announced before this number are void. */
  int stamp;

  /** The stages within, while it calls them. */
  @Nullable LoadScope within;

  LoadAttempt(LoadCall call, int number, LoadServer server, double sentMillis, double workMillis) {
    this.call = call;
    this.number = number;
    this.server = server;
    this.sentMillis = sentMillis;
    this.workMillis = workMillis;
  }

  /** How long its own time is with the threads that it has. */
  double fullMillis() {
    VisitRule rule = call.visit.rule();
    return threads == 1 && rule.threads() == 1
        ? workMillis
        : workMillis / LoadStage.speedup(rule, threads);
  }
}
