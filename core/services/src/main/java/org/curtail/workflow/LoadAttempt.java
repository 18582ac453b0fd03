package org.curtail.workflow;

import org.jspecify.annotations.Nullable;

/** An attempt of a call at a server. */
final class LoadAttempt {
  /** State of an attempt. */
  enum State {
    /** In the queue of its server. */
    WAITING,
    /** On its server, for the stage's own time. */
    SERVED,
    /** Its own time is over, and the nested stages run on servers of their own. */
    CALLING,
    /** Ended or dropped. */
    GONE
  }

  final LoadCall call;

  /** 0 for the original, 1 for the copy. */
  final int number;

  final LoadServer server;
  final double sentMillis;

  /** Its service time with one thread. */
  final double workMillis;

  State state = State.WAITING;

  /** Slots that it holds during service. */
  int threads;

  double startedMillis;

  /** End of its time on the server; known once service has begun. */
  double endMillis;

  /** True while a cancelled attempt is stopping; its answer will be dropped. */
  boolean stopping;

  /** Announced ends with an earlier stamp are void. */
  int stamp;

  /** The nested stages, while it calls them. */
  @Nullable LoadScope within;

  LoadAttempt(LoadCall call, int number, LoadServer server, double sentMillis, double workMillis) {
    this.call = call;
    this.number = number;
    this.server = server;
    this.sentMillis = sentMillis;
    this.workMillis = workMillis;
  }

  /** Returns its own time with the threads that it has. */
  double fullMillis() {
    VisitRule rule = call.visit.rule();
    return threads == 1 && rule.threads() == 1
        ? workMillis
        : workMillis / LoadStage.speedup(rule, threads);
  }
}
