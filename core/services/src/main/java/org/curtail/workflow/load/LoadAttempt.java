package org.curtail.workflow.load;

import org.curtail.workflow.visit.VisitRule;
import org.jspecify.annotations.Nullable;

/** An attempt of a call at a server. */
final class LoadAttempt {
  /** State of an attempt. */
  enum State {
    /** In the queue of its server. */
    WAITING,
    /** On its server, during the stage's own time. */
    SERVED,
    /** The stage's own time is over, and the nested stages run on their servers. */
    CALLING,
    /** Ended or dropped. */
    GONE
  }

  final LoadCall call;

  /** 0 for the original, 1 for the copy. */
  final int number;

  final LoadServer server;
  final double sentMillis;

  /** Service time with one thread. */
  final double workMillis;

  State state = State.WAITING;

  /** Number of occupied slots during service. */
  int threads;

  double startedMillis;

  /** End of service; set when service begins. */
  double endMillis;

  /** True while a cancelled attempt stops; its answer will be dropped. */
  boolean stopping;

  /** Number of changes of {@link #endMillis}; an end event with an earlier stamp is void. */
  int stamp;

  /** Run through the nested stages, once their calls have begun. */
  @Nullable LoadScope within;

  LoadAttempt(LoadCall call, int number, LoadServer server, double sentMillis, double workMillis) {
    this.call = call;
    this.number = number;
    this.server = server;
    this.sentMillis = sentMillis;
    this.workMillis = workMillis;
  }

  /** Returns the service time with the given threads. */
  double fullMillis() {
    VisitRule rule = call.visit.rule();
    return threads == 1 && rule.threads() == 1
        ? workMillis
        : workMillis / LoadStage.speedup(rule, threads);
  }
}
