package org.curtail.runtime;

import java.util.Collection;
import java.util.stream.Stream;
import org.curtail.Policy;
import org.curtail.speed.SpeedPolicy;

/** Puts a policy in the place of another, and tells of it. Safe for all threads. */
final class PolicyChanges {
  private final EngineLock lock;
  private final Distribution distribution;
  private final PolicyInForce.Engine engine;
  private final Meters meters;
  private final Setup setup;

  PolicyChanges(
      EngineLock lock,
      Distribution distribution,
      PolicyInForce.Engine engine,
      Meters meters,
      Setup setup) {
    this.lock = lock;
    this.distribution = distribution;
    this.engine = engine;
    this.meters = meters;
    this.setup = setup;
  }

  /** See {@link Curtail#policy(Policy)}. */
  @SuppressWarnings("ReferenceEquality") // The same object goes on.
  void change(Policy next) {
    PolicyInForce coming = coming(next);
    Policy before;
    lock.lock();
    try {
      before = distribution.policies().present().given();
      if (before == next) {
        return;
      }
      requirePredictions(coming);
      distribution.change(coming);
    } finally {
      lock.unlock();
    }
    meters.policyChanged();
    if (setup.isRecorded()) {
      FlightRecording.policyChanged(setup.name(), before, next);
    }
  }

  private PolicyInForce coming(Policy next) {
    SpeedClasses classes = setup.classes();
    if (classes == null) {
      return PolicyInForce.next(next, engine);
    }
    if (classes.hasOneThreadEach()) {
      throw new IllegalArgumentException(
          "this engine was started with one thread for each request, which no policy of threads can change; start it by Curtail.with(policy, machine, speedPolicy)");
    }
    SpeedClasses.requireThreadsOnCores(next);
    return PolicyInForce.nextOnCores(next, engine);
  }

  /** Another policy of speeds decides from now on. */
  void change(SpeedPolicy next) {
    if (setup.classes() == null) {
      throw new IllegalArgumentException("this engine has no classes of speed");
    }
    lock.lock();
    try {
      distribution.speeds().serveBy(next);
      distribution.dispatch();
    } finally {
      lock.unlock();
    }
  }

  /** Of those in the system; who comes from now on is asked when it comes. */
  private void requirePredictions(PolicyInForce coming) {
    if (!coming.traits().needsPrediction()) {
      return;
    }
    long without =
        Stream.of(distribution.queue().all(), distribution.running(), distribution.aside().all())
            .flatMap(Collection::stream)
            .filter(request -> !coming.serves(request.options()))
            .count();
    if (without > 0) {
      throw new IllegalArgumentException(
          "policy %s needs a prediction of each request's demand; %d of the requests in the system have none"
              .formatted(coming.given(), without));
    }
  }
}
