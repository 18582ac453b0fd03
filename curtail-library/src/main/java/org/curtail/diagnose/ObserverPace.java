package org.curtail.diagnose;

/**
 * How often an observer looks. Below {@link #SPINS_FROM} it sleeps from look to look; from there on
 * it spins, which takes a whole core.
 */
final class ObserverPace {
  /** A sleep takes about 60 us longer than it should: above, it would be most of the interval. */
  static final double SPINS_FROM = 5_000;

  static final double LEAST_PER_SECOND = 1_000;
  static final double MOST_PER_SECOND = 100_000;

  /** What an observer may take of all cores where nobody asked for a rate. */
  private static final double SHARE_OF_MACHINE = 0.01;

  private static final double SECOND = 1e9;

  private ObserverPace() {}

  /**
   * The rate that a machine carries without anybody noticing, from {@link #LEAST_PER_SECOND} to
   * {@link #MOST_PER_SECOND}.
   *
   * @param lookNanos CPU time of a look
   * @param wakeNanos CPU time of a sleep and what comes with it
   */
  static double fitting(long lookNanos, long wakeNanos, int cores) {
    double share = SHARE_OF_MACHINE * cores;
    double fitting =
        share >= 1
            ? most(lookNanos)
            : Math.min(SPINS_FROM, share * SECOND / Math.max(1, lookNanos + wakeNanos));
    return Math.clamp(fitting, LEAST_PER_SECOND, MOST_PER_SECOND);
  }

  /** What can be had at all: half of the time it looks. */
  static double most(long lookNanos) {
    return SECOND / 2 / Math.max(1, lookNanos);
  }

  static boolean spins(double perSecond) {
    return perSecond > SPINS_FROM;
  }
}
