package org.curtail.runtime;

import java.util.Objects;
import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.DelegatingPolicy;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Preemption;
import org.curtail.Progress;
import org.curtail.Traits;
import org.curtail.dispatch.Allocator;
import org.curtail.dispatch.Instants;

/**
 * The policy that serves, with its constant answers. All are behind one reference, so that a reader
 * sees either the old policy or the new one.
 *
 * @param policy the policy, guarded against its exceptions
 * @param service threads and cores that the policy may give
 */
record PolicyInForce(GuardedPolicy policy, Traits traits, Allocator.Service service) {
  /**
   * Cores and threads of an engine under any policy.
   *
   * @param threads number of threads of the pool
   * @param sharedThreads number of threads that requests share in turns under a policy that wants
   *     {@link Policy#UNLIMITED}. The policy's greatest degree counts if it is more, up to {@code
   *     threads}
   * @param sharesCores true if requests take turns under a policy that wants {@link
   *     Policy#UNLIMITED}, and {@linkplain Allocator.Service#lendsCores lend} their place if they
   *     pass no borders. False on cores of several classes of speed
   */
  record Capacity(
      int cores,
      int threads,
      int sharedThreads,
      boolean sharesCores,
      boolean boosts,
      int mostStarted) {
    /** Number of threads that a policy gets if it wants this number. */
    private int threads(int wanted, int maxDegree) {
      return Math.min(
          wanted == Policy.UNLIMITED ? Math.max(sharedThreads, maxDegree) : wanted, threads);
    }

    /** Traits of a policy on this engine. */
    private Traits traits(Policy given, int wanted) {
      Traits traits = given.traits();
      return wanted == Policy.UNLIMITED && !traits.preemption().isUsed() && sharesCores
          ? traits.preempting(Preemption.turns(Preemption.TURN))
          : traits;
    }
  }

  /**
   * Returns a policy with its answers, ready to serve.
   *
   * @param wantedThreads the policy's answer to {@link #wantedThreads}
   */
  static PolicyInForce of(Policy given, int wantedThreads, Capacity capacity) {
    Traits traits = capacity.traits(given, wantedThreads);
    return new PolicyInForce(
        new GuardedPolicy(given),
        traits,
        new Allocator.Service(
            capacity.cores,
            capacity.threads(wantedThreads, given.maxDegree()),
            given.maxDegree(),
            capacity.boosts && traits.boosts(),
            false,
            traits.preemption().isUsed() && capacity.sharesCores,
            capacity.mostStarted));
  }

  /**
   * Returns a policy that is to replace another one.
   *
   * @throws IllegalArgumentException if the policy wants no thread, wants more threads than the
   *     pool has, or gives requests none
   */
  static PolicyInForce next(Policy given, Capacity capacity) {
    int wanted = wantedThreads(given, capacity.cores);
    if (wanted > capacity.threads && wanted < Policy.UNLIMITED) {
      throw new IllegalArgumentException(
          "policy %s wants %d threads, and this engine was started with %d; start it with Setup.threads(%d)"
              .formatted(given, wanted, capacity.threads, wanted));
    }
    return of(given, wanted, capacity);
  }

  /**
   * Returns a policy that is to replace another one on an engine with classes of speed. The policy
   * gets at most one thread for each core there.
   *
   * @throws IllegalArgumentException if the policy wants no thread, or gives requests none
   */
  static PolicyInForce nextOnCores(Policy given, Capacity capacity) {
    return of(given, wantedThreads(given, capacity.cores), capacity);
  }

  /**
   * Returns the number of threads that a policy wants; {@link Policy#UNLIMITED} for all.
   *
   * @throws IllegalArgumentException if the policy wants no thread, or gives requests none
   */
  static int wantedThreads(Policy policy, int cores) {
    if (policy.maxDegree() < 1) {
      throw new IllegalArgumentException(
          "policy "
              + policy
              + " has a greatest degree of "
              + policy.maxDegree()
              + "; expected at least 1");
    }
    int wanted = policy.threads(cores);
    if (wanted < 1) {
      throw new IllegalArgumentException(
          "policy " + policy + " wants " + wanted + " threads; at least 1 is needed");
    }
    return wanted;
  }

  /** As the user gave it. */
  Policy given() {
    return policy.policy();
  }

  int maxDegree() {
    return service.maxDegree();
  }

  boolean isMalleable() {
    return traits.isMalleable();
  }

  /**
   * Checks that the policy can serve a request.
   *
   * @throws IllegalArgumentException if it needs a prediction and there is none
   */
  void requireServed(RequestOptions options) {
    if (!serves(options)) {
      throw new IllegalArgumentException(
          "the policy needs a prediction of each request's demand; these options have none, nor has"
              + " the work: "
              + options);
    }
  }

  /** True if the policy can serve a request. */
  boolean serves(RequestOptions options) {
    return !traits.needsPrediction() || options.prediction().isKnown();
  }

  /**
   * A policy that may throw. The fault is reported once, and the policy is not asked again:
   * requests start as threads are free, keep the threads they have, and get no more. If only memory
   * or stack ran out, this answer is the same, but the policy is asked again soon. Safe for all
   * threads.
   */
  static final class GuardedPolicy implements DelegatingPolicy {
    private final Policy policy;

    // Errors of each question, because a policy may answer one question and never another one.
    private final FaultReport.TransientErrors admitting = new FaultReport.TransientErrors();
    private final FaultReport.TransientErrors deciding = new FaultReport.TransientErrors();
    private final FaultReport.TransientErrors remembering = new FaultReport.TransientErrors();
    private final FaultReport.TransientErrors ranking = new FaultReport.TransientErrors();
    private final FaultReport.TransientErrors levelling = new FaultReport.TransientErrors();
    private volatile boolean failed;

    GuardedPolicy(Policy policy) {
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
          Instants.after(running.executionNanos(), FaultReport.RETRY_NANOS));
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
    public int level(Progress preempted) {
      if (!failed) {
        try {
          int level = policy.level(preempted);
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

    private void report(Throwable e, FaultReport.TransientErrors errors) {
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
}
