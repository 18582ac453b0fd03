package org.curtail.runtime;

import java.util.Objects;
import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;

/**
 * A policy that may throw. It is reported once and not asked again: requests start as threads are
 * free, keep the threads they have, and get no more. Safe for all threads.
 */
final class ContainedPolicy {
  private final Policy policy;
  private volatile boolean failed;

  ContainedPolicy(Policy policy) {
    this.policy = policy;
  }

  boolean hasFailed() {
    return failed;
  }

  Admission admit(Progress waiting, Load load) {
    if (!failed) {
      try {
        return Objects.requireNonNull(policy.admit(waiting, load), "admit returned null");
      } catch (Throwable e) {
        report(e);
      }
    }
    return Admission.START;
  }

  Decision decide(Progress running, Load load) {
    if (!failed) {
      try {
        return Objects.requireNonNull(policy.decide(running, load), "decide returned null");
      } catch (Throwable e) {
        report(e);
      }
    }
    return Decision.keep(Math.max(running.threads(), 1));
  }

  long remember(Load load) {
    if (!failed) {
      try {
        return policy.remember(load);
      } catch (Throwable e) {
        report(e);
      }
    }
    return load.memory();
  }

  double priority(Progress request, Load load) {
    if (!failed) {
      try {
        double priority = policy.priority(request, load);
        if (Double.isNaN(priority)) {
          throw new IllegalStateException("priority returned NaN for " + request);
        }
        return priority;
      } catch (Throwable e) {
        report(e);
      }
    }
    return 0;
  }

  private void report(Throwable e) {
    boolean first;
    synchronized (this) {
      first = !failed;
      failed = true;
    }
    if (first) {
      FaultReport.error(
          "policy " + policy.getClass().getName() + " failed; requests go on as they are", e);
    }
  }
}
