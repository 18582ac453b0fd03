package org.curtail.automatic;

import org.curtail.Policy;

/** Which policy serves at present, in whose name, and why; switches are told to the log. */
final class PresentPolicy {
  private final PilotSetting setting;
  private final EventLog log;
  private Policy policy;
  private String name = "the safe policy";
  private String reason = PilotWording.learning(0);

  /** Whether the safe policy serves since there is too little to compare, or it costs too much. */
  private boolean isHeld;

  /** Whether it is the safe policy, which may try higher degrees for a few requests. */
  private boolean isSafe = true;

  PresentPolicy(PilotSetting setting, EventLog log) {
    this.setting = setting;
    this.log = log;
    this.policy = setting.safe();
  }

  Policy policy() {
    return policy;
  }

  /** Who is to serve; in slices that compare it is not {@link #policy}. */
  String name() {
    return name;
  }

  String reason() {
    return reason;
  }

  boolean isSafe() {
    return isSafe;
  }

  /** There is no plan. */
  void learn(Policy explorer, long requests, long nowNanos) {
    serve(explorer, true);
    switchTo("the safe policy", PilotWording.learning(requests), nowNanos);
  }

  /** Serves by a plan. */
  void serve(Serving.Choice choice, long nowNanos) {
    serve(choice.policy(), choice.isSafe());
    switchTo(choice.name(), choice.reason(), nowNanos);
    if (choice.isHeld() && !isHeld) {
      log.add(new PilotEvent.StayedSafe(nowNanos, choice.reason()));
    }
    // Said once, until a plan has served again: who is held now and then is so for long.
    isHeld = choice.isHeld() || (isHeld && isSafe);
  }

  /** Stays with a policy in the same name. */
  void settle(Policy settled) {
    serve(settled, settled.equals(setting.safe()));
  }

  private void serve(Policy next, boolean isSafe) {
    policy = next;
    this.isSafe = isSafe;
  }

  private void switchTo(String next, String why, long nowNanos) {
    if (!next.equals(name)) {
      log.add(new PilotEvent.Switched(nowNanos, name, next, why));
    }
    name = next;
    reason = why;
  }
}
