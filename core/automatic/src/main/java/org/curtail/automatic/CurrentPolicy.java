package org.curtail.automatic;

import org.curtail.Policy;

/** The policy that serves at present, with its name and reason; logs switches. */
final class CurrentPolicy {
  private final PilotSetting setting;
  private final EventLog log;
  private Policy policy;
  private String name = "the safe policy";
  private String reason = PilotWording.learning(0);

  /**
   * True if the baseline serves since there is too little to compare, or comparing costs too much.
   */
  private boolean isHeld;

  /** True if the baseline serves, which may try higher degrees for a few requests. */
  private boolean isSafe = true;

  CurrentPolicy(PilotSetting setting, EventLog log) {
    this.setting = setting;
    this.log = log;
    this.policy = setting.safe();
  }

  Policy policy() {
    return policy;
  }

  /** Returns the name of the chosen policy; in slices that compare {@link #policy} is another. */
  String name() {
    return name;
  }

  String reason() {
    return reason;
  }

  boolean isSafe() {
    return isSafe;
  }

  /** Serves without a plan. */
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
    // Logged once, until a plan has served again: such states come in groups.
    isHeld = choice.isHeld() || (isHeld && isSafe);
  }

  /** Continues with a policy under the same name. */
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
