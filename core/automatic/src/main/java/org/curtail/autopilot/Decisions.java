package org.curtail.autopilot;

import java.util.Locale;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.curtail.automatic.PilotEvent;
import org.jspecify.annotations.Nullable;

/**
 * Texts for a pilot's decisions, and their events of the JDK Flight Recorder. Names and fields of
 * the event are part of the public interface.
 */
final class Decisions {
  private static final boolean IS_POSSIBLE = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  private Decisions() {}

  static String kind(PilotEvent event) {
    return event.getClass().getSimpleName();
  }

  /** Returns the decision in a few words, without the reason. */
  static String what(PilotEvent event) {
    return switch (event) {
      case PilotEvent.Learned learned ->
          String.format(
              Locale.ROOT,
              "learned from %,d requests: mean %.1f ms, p99 %.1f ms on one thread",
              learned.requests(),
              learned.meanMs(),
              learned.p99Ms());
      case PilotEvent.Explored explored ->
          String.format(
              Locale.ROOT,
              "explored with %,d requests, at a cost of %.1f ms of core time",
              explored.requests(),
              explored.costNanos() / 1e6);
      case PilotEvent.PlanBegun begun -> "began a plan";
      case PilotEvent.Planned planned -> "planned " + planned.map();
      case PilotEvent.PlanFailed failed -> "has no new plan";
      case PilotEvent.Switched switched ->
          "switched from %s to %s".formatted(switched.from(), switched.to());
      case PilotEvent.FellBack back ->
          String.format(
              Locale.ROOT, "fell back from %s at load %.2f", back.policy(), back.fromUtilisation());
      case PilotEvent.Cleared cleared ->
          String.format(
              Locale.ROOT, "cleared %s at load %.2f", cleared.policy(), cleared.fromUtilisation());
      case PilotEvent.Drifted drifted -> "noticed a change";
      case PilotEvent.LoadChanged changed -> "noticed another load";
      case PilotEvent.StayedSafe baseline -> "stays safe";
      case PilotEvent.ClockJumped jumped ->
          String.format(
              Locale.ROOT, "noticed a jump of the clock by %.3f s", jumped.byNanos() / 1e9);
      case PilotEvent.Frozen frozen -> frozen.isFrozen() ? "was frozen" : "goes on";
    };
  }

  /**
   * Returns a decision in one line.
   *
   * @param sinceNanos start of the engine
   */
  static String line(PilotEvent event, long sinceNanos) {
    return String.format(
        Locale.ROOT,
        "%8.1f s  %s: %s",
        (event.nanos() - sinceNanos) / 1e9,
        what(event),
        event.reason());
  }

  /** Sends a decision to the Flight Recorder, if available. */
  static void record(String engine, PilotEvent decision) {
    if (IS_POSSIBLE) {
      Recorder.record(engine, decision);
    }
  }

  /** Loaded only with a Flight Recorder. */
  private static final class Recorder {
    static void record(String engine, PilotEvent decision) {
      var event = new DecisionEvent();
      if (event.isEnabled()) {
        event.engine = engine;
        event.kind = kind(decision);
        event.decision = what(decision);
        event.reason = decision.reason();
        event.commit();
      }
    }
  }

  @Name("curtail.Decision")
  @Label("Decision")
  @Description("Something that an engine that chooses its policies itself noticed or decided")
  @Category("curtail")
  @StackTrace(false)
  static final class DecisionEvent extends Event {
    @Label("Engine")
    @Description("The name that the engine was set up with")
    @Nullable String engine;

    @Label("Kind")
    @Description("In one word, as Planned, Switched, FellBack or Drifted")
    @Nullable String kind;

    @Label("Decision")
    @Description("In a few words")
    @Nullable String decision;

    @Label("Reason")
    @Description("Why, in a sentence")
    @Nullable String reason;
  }
}
