package org.curtail.runtime;

import org.curtail.speed.SpeedLoad;
import org.curtail.speed.SpeedPolicy;
import org.curtail.speed.SpeedRequest;
import org.curtail.speed.SpeedWish;
import org.curtail.speed.WhenFull;

/**
 * A policy of speeds that may throw, or wish what cannot be. It is reported once and not asked
 * again: requests run on any core that there is, fast ones first. If only memory or stack ran out,
 * it is asked again, and meanwhile all stay where they are. Guarded by the engine's lock.
 */
final class ContainedSpeedPolicy implements SpeedPolicy {
  private final SpeedPolicy policy;
  private final WhenFull whenFull;
  private final TransientErrors errors = new TransientErrors();
  private boolean failed;

  ContainedSpeedPolicy(SpeedPolicy policy) {
    this.policy = policy;
    whenFull = policy.whenFull();
  }

  @Override
  public String name() {
    return policy.name();
  }

  @Override
  public WhenFull whenFull() {
    return failed ? WhenFull.TAKES_ANY : whenFull;
  }

  @Override
  public SpeedWish wish(SpeedRequest request, SpeedLoad load) {
    int fastest = load.machine().fastest();
    if (!failed) {
      try {
        SpeedWish wish = policy.wish(request, load);
        if (wish.speedClass() > fastest || wish.againAtAgeNanos() <= request.ageNanos()) {
          throw new IllegalStateException(
              "%s at an age of %d ns; expected a class up to %d, and a later age"
                  .formatted(wish, request.ageNanos(), fastest));
        }
        if (errors.inARow != 0) {
          errors.passed();
        }
        return wish;
      } catch (Throwable e) {
        report(e);
      }
    }
    boolean stays = !failed && request.speedClass() != SpeedRequest.NONE;
    return SpeedWish.of(stays ? request.speedClass() : fastest);
  }

  private void report(Throwable e) {
    if (!errors.mayPass(e)) {
      failed = true;
      FaultReport.error(
          "policy of speeds "
              + policy.getClass().getName()
              + " failed; requests run on any core from now on",
          e);
    }
  }
}
