package org.curtail.energy;

import org.curtail.speed.SpeedPolicy;

/**
 * Replaces the policy again and again, by what was measured since it did so last: a controller. For
 * one run, since it may remember.
 */
public interface SpeedSteering {
  /** Nobody steers. */
  static SpeedSteering steady(SpeedPolicy policy) {
    return new SpeedSteering() {
      @Override
      public long periodNanos() {
        return SpeedPolicy.Wish.NEVER;
      }

      @Override
      public SpeedPolicy first() {
        return policy;
      }

      @Override
      public SpeedPolicy next(SpeedWindow window) {
        return policy;
      }
    };
  }

  /** How often it is asked, in nanoseconds; more than 0, always the same. */
  long periodNanos();

  /** The policy that a run begins with. */
  SpeedPolicy first();

  /** The policy from now on; requests that run are asked for at once. */
  SpeedPolicy next(SpeedWindow window);
}
