package org.curtail.autopilot;

/**
 * When planning may work, so that requests do not notice: without rest while nobody else wants the
 * cores that it could take, and a hundredth of the time otherwise. In all it takes 1 % of one core,
 * the first plan included: as the mean of an hour, or, where there are so few cores that requests
 * do notice, of five minutes. Times are arguments. For one thread.
 */
final class PlanningPace {
  /** A piece of work that requests may have to wait for, or to share a core with. */
  static final long PIECE_NANOS = 1_000_000;

  /** Of the time, in the long run, and while cores are busy. */
  private static final double SHARE = 0.01;

  /** What may be saved up, and is there at the start: an hour's share. */
  private static final double MOST_SAVED_NANOS = SHARE * 3600e9;

  /** The same where a core is hardly ever to spare: enough for a quick plan. */
  private static final double MOST_SAVED_ON_FEW_CORES_NANOS = SHARE * 300e9;

  /**
   * With so many idle cores, or all if there are fewer, the next requests find one though planning
   * takes one too. Two that are idle may be two halves of one real core.
   */
  private static final int ENOUGH_IDLE = 3;

  private final int enoughIdle;
  private final double mostSavedNanos;
  private double savedNanos;
  private long sinceNanos;

  /**
   * Nothing was done yet.
   *
   * @param cores that requests are served on, at least 1
   */
  PlanningPace(int cores, long nowNanos) {
    enoughIdle = Math.min(cores, ENOUGH_IDLE);
    mostSavedNanos = cores > ENOUGH_IDLE ? MOST_SAVED_NANOS : MOST_SAVED_ON_FEW_CORES_NANOS;
    savedNanos = mostSavedNanos;
    sinceNanos = nowNanos;
  }

  /**
   * A piece of work was done.
   *
   * @param tookNanos at least 0
   */
  void worked(long nowNanos, long tookNanos) {
    double elapsedNanos = Math.max(nowNanos - sinceNanos, 0);
    sinceNanos = nowNanos;
    savedNanos = Math.min(savedNanos + SHARE * elapsedNanos, mostSavedNanos) - tookNanos;
  }

  /**
   * Whether it may work while this is so, and must stop as soon as it is not.
   *
   * @param idleCores those that no request uses now; 0 or less if there is none
   */
  boolean isFree(int idleCores) {
    return idleCores >= enoughIdle && savedNanos >= 0;
  }

  /**
   * For how long to rest after a piece before the next {@link #PIECE_NANOS piece}, unless it {@link
   * #isFree} before: some planning goes on in a service that is busy for hours.
   *
   * @return from the end of the piece on
   */
  long restNanos() {
    double untilSavedNanos = (PIECE_NANOS - savedNanos) / SHARE;
    return Math.round(Math.max(PIECE_NANOS / SHARE - PIECE_NANOS, untilSavedNanos));
  }
}
