package org.curtail.energy;

import org.curtail.speed.SpeedPolicy;

/**
 * A controller that replaces the policy of speeds again and again, by the measurements since the
 * last time. For one run, since it may have a memory.
 */
public interface SpeedSteering {
  /** Returns a steering that keeps one policy. */
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

  /** Returns the length of a window in nanoseconds; more than 0, always the same. */
  long periodNanos();

  /** Returns the first policy of a run. */
  SpeedPolicy first();

  /** Returns the policy from now on; it is asked about running requests at once. */
  SpeedPolicy next(SpeedWindow window);
}
