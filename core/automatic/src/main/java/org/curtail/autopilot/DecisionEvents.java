package org.curtail.autopilot;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.curtail.automatic.PilotEvent;
import org.jspecify.annotations.Nullable;

/**
 * Tells the JDK Flight Recorder what was decided, where there is one. Names and fields are part of
 * the interface.
 */
final class DecisionEvents {
  private static final boolean IS_POSSIBLE = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  private DecisionEvents() {}

  static void tell(String engine, PilotEvent decision) {
    if (IS_POSSIBLE) {
      Recorder.tell(engine, decision);
    }
  }

  /** Loaded only where there is a Flight Recorder. */
  private static final class Recorder {
    static void tell(String engine, PilotEvent decision) {
      var event = new DecisionEvent();
      if (event.isEnabled()) {
        event.engine = engine;
        event.kind = DecisionWords.kind(decision);
        event.decision = DecisionWords.what(decision);
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
