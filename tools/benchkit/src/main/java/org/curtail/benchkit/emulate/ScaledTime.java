package org.curtail.benchkit.emulate;

import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.DelegatingPolicy;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Preemption;
import org.curtail.Progress;
import org.curtail.Traits;

/**
 * A policy for a service with another time scale: its inputs are in its own time, its results in
 * that of the service.
 *
 * @param policy policy that decides
 * @param scale nanoseconds of the service for a nanosecond of the policy: finite, above 0
 */
record ScaledTime(Policy policy, double scale) implements DelegatingPolicy {
  ScaledTime {
    if (!(scale > 0) || Double.isInfinite(scale)) {
      throw new IllegalArgumentException("scale must be positive and finite: " + scale);
    }
  }

  private Progress own(Progress progress) {
    return new Progress(
        own(progress.ageNanos()),
        own(progress.executionNanos()),
        own(progress.attainedNanos()),
        progress.decidedDegree(),
        progress.threads(),
        progress.prediction().mapped(this::own),
        progress.importance());
  }

  private long own(long serviceNanos) {
    return (long) (serviceNanos / scale);
  }

  /** Returns a moment of the policy in the service's time, rounded up. */
  private long service(long ownNanos) {
    return Math.max(1, (long) Math.ceil(ownNanos * scale));
  }

  @Override
  public Admission admit(Progress waiting, Load load) {
    Admission admission = policy.admit(own(waiting), load);
    return admission.kind() == Admission.Kind.WAIT_UNTIL
        ? Admission.waitUntil(service(admission.ageNanos()))
        : admission;
  }

  @Override
  public Decision decide(Progress running, Load load) {
    Decision decision = policy.decide(own(running), load);
    return decision.askAgainNanos() == Decision.NEVER
        ? decision
        : new Decision(
            decision.degree(),
            // Rounding must not move a future moment into the past.
            Math.max(service(decision.askAgainNanos()), running.executionNanos() + 1));
  }

  @Override
  public double priority(Progress request, Load load) {
    return policy.priority(own(request), load);
  }

  @Override
  public int level(Progress aside) {
    return policy.level(own(aside));
  }

  @Override
  public Traits traits() {
    Traits traits = policy.traits();
    Preemption own = traits.preemption();
    return own.isUsed()
        ? traits.preempting(
            new Preemption(
                own.order(),
                service(own.quantumNanos()),
                own.longestPreemptionNanos() == Preemption.UNLIMITED_NANOS
                    ? Preemption.UNLIMITED_NANOS
                    : service(own.longestPreemptionNanos())))
        : traits;
  }
}
