package org.curtail.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.DelegatingPolicy;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;

/** Another policy, and what it was asked since somebody last looked. For one thread. */
final class RecordingPolicy implements DelegatingPolicy {
  /** A question about a running request, and the answer. */
  record Asked(Progress progress, Load load, Decision decision) {}

  private final Policy policy;
  private List<Asked> asked = new ArrayList<>();
  private int questions;
  private OptionalLong untilAdmission = OptionalLong.empty();
  private boolean askedToAdmit;

  RecordingPolicy(Policy policy) {
    this.policy = policy;
  }

  @Override
  public Policy policy() {
    return policy;
  }

  List<Asked> takeAsked() {
    List<Asked> taken = asked;
    asked = new ArrayList<>();
    return taken;
  }

  /** Questions about running requests so far. */
  int questions() {
    return questions;
  }

  /** Whether it was asked to admit somebody since this was last called. */
  boolean wasAskedToAdmit() {
    boolean was = askedToAdmit;
    askedToAdmit = false;
    return was;
  }

  /** How long after the last question to admit somebody the answer was to wait. */
  OptionalLong untilAdmissionNanos() {
    return untilAdmission;
  }

  @Override
  public Admission admit(Progress waiting, Load load) {
    Admission admission = policy.admit(waiting, load);
    askedToAdmit = true;
    untilAdmission =
        admission instanceof Admission.WaitUntil until
            ? OptionalLong.of(Math.max(until.ageNanos() - waiting.ageNanos(), 0))
            : OptionalLong.empty();
    return admission;
  }

  @Override
  public Decision decide(Progress running, Load load) {
    Decision decision = policy.decide(running, load);
    questions++;
    asked.add(new Asked(running, load, decision));
    return decision;
  }

  @Override
  public String toString() {
    return policy.toString();
  }
}
