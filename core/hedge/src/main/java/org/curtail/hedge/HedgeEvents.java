package org.curtail.hedge;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** Events for the JDK Flight Recorder. Names and fields are part of the interface. */
final class HedgeEvents {
  private HedgeEvents() {}

  /** Common fields of all events. */
  @Category("curtail")
  @StackTrace(false)
  abstract static class HedgeEvent extends Event {
    @Label("Hedge")
    @Description("The name that the hedge was set up with")
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
  @Description("A call ended that was sent more than once, or was not answered")
  static final class CallEvent extends OneCallEvent {
    @Label("Outcome")
    @Nullable String outcome;

    @Label("Attempts")
    @Description("How many were sent, the first one counted")
    int attempts;

    @Label("Winner")
    @Description("Number of the attempt that answered, 0 for the first; -1 if none did")
    int winner;

    @Label("Call Time")
    @Description("From the call to its end")
    @Timespan
    long callTime;
  }

  @Name("curtail.HedgeSent")
  @Label("Hedge Sent")
  @Description("A further attempt of a call, a hedge or a retry")
  static final class SentEvent extends OneCallEvent {
    @Label("Attempt")
    @Description("Its number, 1 for the second attempt")
    int attempt;
  }

  @Name("curtail.HedgeSuppressed")
  @Label("Hedge Suppressed")
  @Description("A further attempt was due and was not sent")
  static final class SuppressedEvent extends OneCallEvent {
    @Label("Attempt")
    @Description("The number that it would have had")
    int attempt;

    @Label("Suppressed By")
    @Nullable String suppressedBy;
  }

  @Name("curtail.HedgePolicy")
  @Label("Hedge Policy")
  @Description("An adaptive hedge hedges otherwise from now on")
  static final class PolicyEvent extends HedgeEvent {
    @Label("Policy")
    @Nullable String policy;

    @Label("Why")
    @Nullable String why;
  }
}
