package org.curtail.runtime;

import org.curtail.Policy;
import org.curtail.Preemption;
import org.curtail.Traits;
import org.curtail.dispatch.Service;

/**
 * The policy that serves, and what it has said once and for all: one reference, so that whoever
 * looks while it is replaced sees the one or the other.
 *
 * @param policy as the engine asks it
 * @param service what it may give
 */
record PolicyInForce(ContainedPolicy policy, Traits traits, Service service) {
  /**
   * What an engine is, whatever policy serves.
   *
   * @param threads of the pool
   * @param sharedThreads how many the requests of a policy share, in turns, that wants {@link
   *     Policy#UNLIMITED}; its greatest degree if that is more, but not more than {@code threads}
   * @param sharesCores whether requests take turns under a policy that wants {@link
   *     Policy#UNLIMITED}, and one that passes no borders {@linkplain Service#lendsCores lends} its
   *     place; not on cores of several classes of speed
   */
  record Engine(
      int cores,
      int threads,
      int sharedThreads,
      boolean sharesCores,
      boolean boosts,
      int mostStarted) {
    /** Threads that a policy may have that wants so many. */
    private int threads(int wanted, int maxDegree) {
      return Math.min(
          wanted == Policy.UNLIMITED ? Math.max(sharedThreads, maxDegree) : wanted, threads);
    }

    /** What a policy is like here. */
    private Traits traits(Policy given, int wanted) {
      Traits traits = given.traits();
      return wanted == Policy.UNLIMITED && !traits.preemption().isUsed() && sharesCores
          ? traits.preempting(Preemption.turns(Preemption.TURN))
          : traits;
    }
  }

  /**
   * A policy that is to serve.
   *
   * @param wantedThreads as it has {@linkplain #wantedThreads said}
   */
  static PolicyInForce of(Policy given, int wantedThreads, Engine engine) {
    Traits traits = engine.traits(given, wantedThreads);
    return new PolicyInForce(
        new ContainedPolicy(given),
        traits,
        new Service(
            engine.cores,
            engine.threads(wantedThreads, given.maxDegree()),
            given.maxDegree(),
            engine.boosts && traits.boosts(),
            false,
            traits.preemption().isUsed() && engine.sharesCores,
            engine.mostStarted));
  }

  /**
   * A policy that is to take the place of another.
   *
   * @throws IllegalArgumentException if it wants no thread or more than there are, or gives
   *     requests none
   */
  static PolicyInForce next(Policy given, Engine engine) {
    int wanted = wantedThreads(given, engine.cores);
    if (wanted > engine.threads && wanted < Policy.UNLIMITED) {
      throw new IllegalArgumentException(
          "policy %s wants %d threads, and this engine was started with %d; start it with Setup.threads(%d)"
              .formatted(given, wanted, engine.threads, wanted));
    }
    return of(given, wanted, engine);
  }

  /**
   * A policy that is to take the place of another on an engine with classes of speed, where it has
   * no more threads than there are cores.
   *
   * @throws IllegalArgumentException if it wants no thread, or gives requests none
   */
  static PolicyInForce nextOnCores(Policy given, Engine engine) {
    return of(given, wantedThreads(given, engine.cores), engine);
  }

  /**
   * How many threads a policy wants; {@link Policy#UNLIMITED} for all that there are.
   *
   * @throws IllegalArgumentException if it wants no thread, or gives requests none
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
   * What it needs to know of a request.
   *
   * @throws IllegalArgumentException if it needs a prediction and there is none
   */
  void requireServed(RequestOptions options) {
    if (!serves(options)) {
      throw new IllegalArgumentException(
          "the policy needs a prediction of each request's demand; these options have none, nor has the work: "
              + options);
    }
  }

  /** Whether it can serve a request. */
  boolean serves(RequestOptions options) {
    return !traits.needsPrediction() || options.prediction().isKnown();
  }
}
