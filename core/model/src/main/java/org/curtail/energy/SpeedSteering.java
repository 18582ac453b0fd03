package org.curtail.energy;

import org.curtail.speed.SpeedPolicy;

/**
 * Controller that replaces the speed policy from window to window, by measurements of the last
 * window. A controller may keep state, so each run needs its own.
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

  /** Returns the length of a window in nanoseconds; more than 0 and constant. */
  long periodNanos();

  /** Returns the first policy of a run. */
  SpeedPolicy first();

  /** Returns the policy from now on. The policy decides about running requests at once. */
  SpeedPolicy next(SpeedWindow window);
}
