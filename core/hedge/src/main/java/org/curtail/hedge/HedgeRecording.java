package org.curtail.hedge;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.curtail.hedge.HedgeListener.CallEnd.Outcome;
import org.curtail.reissue.ReissuePolicy;
import org.jspecify.annotations.Nullable;

/**
 * Records hedged and unanswered calls in the JDK Flight Recorder. Without an active recording, each
 * method only checks a flag and allocates nothing. Thread-safe.
 */
final class HedgeRecording {
  /** Events that are never committed, to check if a recording wants a kind of events. */
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

  /** Common fields of all events. */
  @Category("curtail")
  @StackTrace(false)
  abstract static class HedgeEvent extends Event {
    @Label("Hedge")
    @Description("Name of the hedge")
    @Nullable String hedge;
  }

  /** Common fields of all events of one call. */
  abstract static class OneCallEvent extends HedgeEvent {
    @Label("Call")
    @Description("Number of the call, unique in its hedge")
    long call;
  }

  @Name("curtail.HedgedCall")
  @Label("Hedged Call")
  @Description("End of a call with several attempts or without an answer")
  static final class CallEvent extends OneCallEvent {
    @Label("Outcome")
    @Nullable String outcome;

    @Label("Attempts")
    @Description("Number of sent attempts, the first one included")
    int attempts;

    @Label("Winner")
    @Description("Number of the attempt that answered, 0 for the first; -1 if none did")
    int winner;

    @Label("Call Time")
    @Description("Time from the start of the call to its end")
    @Timespan
    long callTime;
  }

  @Name("curtail.HedgeSent")
  @Label("Hedge Sent")
  @Description("A copy or a retry of a call")
  static final class SentEvent extends OneCallEvent {
    @Label("Attempt")
    @Description("Number of the attempt, 1 for the first copy")
    int attempt;
  }

  @Name("curtail.HedgeSuppressed")
  @Label("Hedge Suppressed")
  @Description("A copy or a retry was due and was not sent")
  static final class SuppressedEvent extends OneCallEvent {
    @Label("Attempt")
    @Description("Number of the attempt that was not sent")
    int attempt;

    @Label("Suppressed By")
    @Nullable String suppressedBy;
  }

  @Name("curtail.HedgePolicy")
  @Label("Hedge Policy")
  @Description("A new policy of an adaptive hedge")
  static final class PolicyEvent extends HedgeEvent {
    @Label("Policy")
    @Nullable String policy;

    @Label("Why")
    @Nullable String why;
  }
}
