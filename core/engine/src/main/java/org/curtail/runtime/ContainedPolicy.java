package org.curtail.runtime;

import java.util.Objects;
import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.DelegatingPolicy;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;
import org.curtail.dispatch.Instants;

/**
 * A policy that may throw. It is reported once and not asked again: requests start as threads are
 * free, keep the threads they have, and get no more. If only memory or stack ran out, this answer
 * is the same, but the policy is asked again soon. Safe for all threads.
 */
final class ContainedPolicy implements DelegatingPolicy {
  private final Policy policy;

  // One for each question: a policy may have an answer to one and never to another.
  private final TransientErrors admitting = new TransientErrors();
  private final TransientErrors deciding = new TransientErrors();
  private final TransientErrors remembering = new TransientErrors();
  private final TransientErrors ranking = new TransientErrors();
  private final TransientErrors levelling = new TransientErrors();
  private volatile boolean failed;

  ContainedPolicy(Policy policy) {
    this.policy = policy;
  }

  @Override
  public Policy policy() {
    return policy;
  }

  boolean hasFailed() {
    return failed;
  }

  @Override
  public Admission admit(Progress waiting, Load load) {
    if (!failed) {
      try {
        Admission admission =
            Objects.requireNonNull(policy.admit(waiting, load), "admit returned null");
        if (admitting.inARow != 0) {
          admitting.passed();
        }
        return admission;
      } catch (Throwable e) {
        report(e, admitting);
      }
    }
    return Admission.START;
  }

  @Override
  public Decision decide(Progress running, Load load) {
    if (!failed) {
      try {
        Decision decision =
            Objects.requireNonNull(policy.decide(running, load), "decide returned null")
                .requireAfter(running.executionNanos());
        if (deciding.inARow != 0) {
          deciding.passed();
        }
        return decision;
      } catch (Throwable e) {
        report(e, deciding);
        if (!failed) {
          return forNow(running);
        }
      }
    }
    return Decision.keep(Math.max(running.threads(), 1));
  }

  /** Asks again soon. */
  private static Decision forNow(Progress running) {
    return new Decision(
        Math.max(running.threads(), 1),
        Instants.after(running.executionNanos(), Engine.RETRY_NANOS));
  }

  @Override
  public long remember(Load load) {
    if (!failed) {
      try {
        long memory = policy.remember(load);
        if (remembering.inARow != 0) {
          remembering.passed();
        }
        return memory;
      } catch (Throwable e) {
        report(e, remembering);
      }
    }
    return load.memory();
  }

  @Override
  public double priority(Progress request, Load load) {
    if (!failed) {
      try {
        double priority = policy.priority(request, load);
        if (Double.isNaN(priority)) {
          throw new IllegalStateException("priority returned NaN for " + request);
        }
        if (ranking.inARow != 0) {
          ranking.passed();
        }
        return priority;
      } catch (Throwable e) {
        report(e, ranking);
      }
    }
    return 0;
  }

  @Override
  public int level(Progress aside) {
    if (!failed) {
      try {
        int level = policy.level(aside);
        if (levelling.inARow != 0) {
          levelling.passed();
        }
        return level;
      } catch (Throwable e) {
        report(e, levelling);
      }
    }
    return 0;
  }

  private void report(Throwable e, TransientErrors errors) {
    if (errors.mayPass(e)) {
      return;
    }
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
