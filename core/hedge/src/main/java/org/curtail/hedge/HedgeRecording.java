package org.curtail.hedge;

import org.curtail.hedge.HedgeEvents.CallEvent;
import org.curtail.hedge.HedgeEvents.PolicyEvent;
import org.curtail.hedge.HedgeEvents.SentEvent;
import org.curtail.hedge.HedgeEvents.SuppressedEvent;
import org.curtail.hedge.HedgeListener.CallEnd.Outcome;
import org.curtail.reissue.ReissuePolicy;

/**
 * Records hedged and unanswered calls in the JDK Flight Recorder. While nothing records, each
 * method is a test and allocates nothing. Thread-safe.
 */
final class HedgeRecording {
  /** Only used to ask whether such events are wanted, which then takes no event of its own. */
  private static final class Asked {
    static final CallEvent CALL = new CallEvent();
    static final SentEvent SENT = new SentEvent();
    static final SuppressedEvent SUPPRESSED = new SuppressedEvent();
    static final PolicyEvent POLICY = new PolicyEvent();
  }

  private final String hedge;

  HedgeRecording(String hedge) {
    this.hedge = hedge;
  }

  /** True if this Java has a Flight Recorder; a custom runtime image may lack it. */
  static boolean isPossible() {
    return ModuleLayer.boot().findModule("jdk.jfr").isPresent();
  }

  void sent(long call, int attempt) {
    if (Asked.SENT.isEnabled()) {
      var event = new SentEvent();
      event.hedge = hedge;
      event.call = call;
      event.attempt = attempt;
      event.commit();
    }
  }

  void suppressed(long call, int attempt, HedgeListener.SuppressedBy by) {
    if (Asked.SUPPRESSED.isEnabled()) {
      var event = new SuppressedEvent();
      event.hedge = hedge;
      event.call = call;
      event.attempt = attempt;
      event.suppressedBy = by.name();
      event.commit();
    }
  }

  void ended(long call, Outcome outcome, int attempts, int winner, long nanos) {
    if (Asked.CALL.isEnabled()) {
      var event = new CallEvent();
      event.hedge = hedge;
      event.call = call;
      event.outcome = outcome.name();
      event.attempts = attempts;
      event.winner = winner;
      event.callTime = nanos;
      event.commit();
    }
  }

  void replanned(ReissuePolicy policy, String why) {
    if (Asked.POLICY.isEnabled()) {
      var event = new PolicyEvent();
      event.hedge = hedge;
      event.policy = HedgeWords.policy(policy);
      event.why = why;
      event.commit();
    }
  }
}
