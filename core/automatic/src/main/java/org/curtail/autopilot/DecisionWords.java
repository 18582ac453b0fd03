package org.curtail.autopilot;

import java.util.Locale;
import org.curtail.automatic.PilotEvent;

/** What a pilot decided, for people. */
final class DecisionWords {
  private DecisionWords() {}

  /** In one word. */
  static String kind(PilotEvent event) {
    return event.getClass().getSimpleName();
  }

  /** In a few words, without the reason. */
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
      case PilotEvent.StayedSafe safe -> "stays safe";
      case PilotEvent.ClockJumped jumped ->
          String.format(
              Locale.ROOT, "noticed a jump of the clock by %.3f s", jumped.byNanos() / 1e9);
      case PilotEvent.Frozen frozen -> frozen.isFrozen() ? "was frozen" : "goes on";
    };
  }

  /**
   * A line.
   *
   * @param sinceNanos when the engine started
   */
  static String line(PilotEvent event, long sinceNanos) {
    return String.format(
        Locale.ROOT,
        "%8.1f s  %s: %s",
        (event.nanos() - sinceNanos) / 1e9,
        what(event),
        event.reason());
  }
}
