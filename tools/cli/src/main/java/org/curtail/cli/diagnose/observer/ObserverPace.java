package org.curtail.cli.diagnose.observer;

/**
 * How often an observer looks. Below {@link #SPINS_FROM} it sleeps from look to look; from there on
 * it spins, which takes a whole core.
 */
final class ObserverPace {
  /** A sleep takes about 60 us longer than it should: above, it would be most of the interval. */
  static final double SPINS_FROM = 5_000;

  /** So often at least, that a stop of the process is noticed as exactly as by a heartbeat. */
  static final double LEAST_PER_SECOND = 200;

  static final double MOST_PER_SECOND = 100_000;

  /**
   * What an observer may take of all cores where nobody asked for a rate: with what threads read of
   * themselves, and with the Flight Recorder, observing then takes less than 1 %.
   */
  private static final double SHARE_OF_MACHINE = 0.0075;

  /** Where it cannot be measured: what was, on a virtual machine. */
  private static final long USUAL_WAKE_NANOS = 30_000;

  private static final double SECOND = 1e9;

  private ObserverPace() {}

  /**
   * The rate that a machine carries without anybody noticing, from {@link #LEAST_PER_SECOND} to
   * {@link #MOST_PER_SECOND}.
   *
   * @param lookNanos CPU time of a look
   * @param wakeNanos CPU time of a sleep and what comes with it; -1 if it is not known
   */
  static double fitting(long lookNanos, long wakeNanos, int cores) {
    double fitting =
        SHARE_OF_MACHINE * cores >= 1
            ? most(lookNanos)
            : asleep(lookNanos + (wakeNanos < 0 ? USUAL_WAKE_NANOS : wakeNanos), cores);
    return Math.clamp(fitting, LEAST_PER_SECOND, MOST_PER_SECOND);
  }

  /**
   * The same of an observer that sleeps.
   *
   * @param eachNanos CPU time of a sleep and a look
   */
  static double asleep(long eachNanos, int cores) {
    double fitting = SHARE_OF_MACHINE * cores * SECOND / Math.max(1, eachNanos);
    return Math.clamp(fitting, LEAST_PER_SECOND, SPINS_FROM);
  }

  /** What can be had at all: half of the time it looks. */
  static double most(long lookNanos) {
    return SECOND / 2 / Math.max(1, lookNanos);
  }

  static boolean spins(double perSecond) {
    return perSecond > SPINS_FROM;
  }
}
