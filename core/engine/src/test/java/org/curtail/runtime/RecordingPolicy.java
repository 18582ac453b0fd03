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

/** Another policy, with the questions since the last look. For one thread. */
final class RecordingPolicy implements DelegatingPolicy {
  /** A question about a running request, and the answer. */
  record Asked(Progress progress, Load load, Decision decision) {}

  /** The questions to it, or to it and its successors. */
  private static final class Log {
    private List<Asked> asked = new ArrayList<>();
    private int questions;
    private OptionalLong untilAdmission = OptionalLong.empty();
    private boolean askedToAdmit;
  }

  private final Policy policy;
  private final Log log;

  RecordingPolicy(Policy policy) {
    this(policy, new Log());
  }

  private RecordingPolicy(Policy policy, Log log) {
    this.policy = policy;
    this.log = log;
  }

  /** Another policy, whose questions are written down with this one's. */
  RecordingPolicy followedBy(Policy next) {
    return new RecordingPolicy(next, log);
  }

  @Override
  public Policy policy() {
    return policy;
  }

  List<Asked> takeAsked() {
    List<Asked> taken = log.asked;
    log.asked = new ArrayList<>();
    return taken;
  }

  /** Questions about running requests so far. */
  int questions() {
    return log.questions;
  }

  /** True if it was asked to admit a request since the last call. */
  boolean wasAskedToAdmit() {
    boolean was = log.askedToAdmit;
    log.askedToAdmit = false;
    return was;
  }

  /** Time after the last question of admission for which the answer was to wait. */
  OptionalLong untilAdmissionNanos() {
    return log.untilAdmission;
  }

  @Override
  public Admission admit(Progress waiting, Load load) {
    Admission admission = policy.admit(waiting, load);
    log.askedToAdmit = true;
    log.untilAdmission =
        admission.kind() == Admission.Kind.WAIT_UNTIL
            ? OptionalLong.of(Math.max(admission.ageNanos() - waiting.ageNanos(), 0))
            : OptionalLong.empty();
    return admission;
  }

  @Override
  public Decision decide(Progress running, Load load) {
    Decision decision = policy.decide(running, load);
    log.questions++;
    log.asked.add(new Asked(running, load, decision));
    return decision;
  }

  @Override
  public String toString() {
    return policy.toString();
  }
}
