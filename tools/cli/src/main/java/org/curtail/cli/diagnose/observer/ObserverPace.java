package org.curtail.cli.diagnose.observer;

/**
 * Rate of an observer's looks. Below {@link #SPINS_FROM} it sleeps from look to look. From there on
 * it spins, which uses a whole core.
 */
final class ObserverPace {
  /**
   * Rate from which the observer spins. A sleep lasts about 60 us longer than wanted; above this
   * rate, that would be most of the interval.
   */
  static final double SPINS_FROM = 5_000;

  /**
   * Smallest rate at which the observer notices a stop of the process as exactly as a heartbeat
   * does.
   */
  static final double LEAST_PER_SECOND = 200;

  static final double MOST_PER_SECOND = 100_000;

  /**
   * Greatest share of all cores for an observer with an automatic rate. Observing then costs less
   * than 1 %, with the threads' own readings and the Flight Recorder.
   */
  private static final double SHARE_OF_MACHINE = 0.0075;

  /** Default wake-up time, from a virtual machine, for systems without a measurement. */
  private static final long USUAL_WAKE_NANOS = 30_000;

  private static final double SECOND = 1e9;

  private ObserverPace() {}

  /**
   * The rate without noticeable cost, from {@link #LEAST_PER_SECOND} to {@link #MOST_PER_SECOND}.
   *
   * @param lookNanos CPU time of a look
   * @param wakeNanos CPU time of a sleep and its overhead; -1 if unknown
   */
  static double fitting(long lookNanos, long wakeNanos, int cores) {
    double fitting =
        SHARE_OF_MACHINE * cores >= 1
            ? most(lookNanos)
            : asleep(lookNanos + (wakeNanos < 0 ? USUAL_WAKE_NANOS : wakeNanos), cores);
    return Math.clamp(fitting, LEAST_PER_SECOND, MOST_PER_SECOND);
  }

  /**
   * The rate of an observer that sleeps.
   *
   * @param eachNanos CPU time of a sleep and a look
   */
  static double asleep(long eachNanos, int cores) {
    double fitting = SHARE_OF_MACHINE * cores * SECOND / Math.max(1, eachNanos);
    return Math.clamp(fitting, LEAST_PER_SECOND, SPINS_FROM);
  }

  /** The greatest possible rate, with half of the time spent on looks. */
  static double most(long lookNanos) {
    return SECOND / 2 / Math.max(1, lookNanos);
  }

  static boolean spins(double perSecond) {
    return perSecond > SPINS_FROM;
  }
}
