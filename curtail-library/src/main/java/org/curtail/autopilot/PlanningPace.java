package org.curtail.autopilot;

/**
 * How much of the machine planning may take: one core, 1 % of the time as an hourly mean, less
 * while all cores serve requests. The first plan is not counted, since nothing is gained before it
 * is there. Times are arguments. For one thread.
 */
final class PlanningPace {
  /** Of the time, in the long run. */
  private static final double SHARE = 0.01;

  /** What may be saved up: an hour's share. */
  private static final double MOST_SAVED_NANOS = SHARE * 3600e9;

  /** Of one core, while all are busy. */
  private static final double SHARE_WHEN_BUSY = 0.1;

  private double savedNanos = MOST_SAVED_NANOS;
  private long sinceNanos;

  /** How many plans have been made. */
  private long plans;

  PlanningPace(long nowNanos) {
    sinceNanos = nowNanos;
  }

  /**
   * A piece of work was done.
   *
   * @param tookNanos at least 0
   * @param allCoresBusy whether requests used all cores
   * @return for how long to rest before the next piece; at least 0
   */
  long restNanos(long nowNanos, long tookNanos, boolean allCoresBusy) {
    save(nowNanos);
    long rest = allCoresBusy ? (long) (tookNanos * (1 / SHARE_WHEN_BUSY - 1)) : 0;
    if (plans == 0) {
      return rest;
    }
    savedNanos -= tookNanos;
    return savedNanos >= 0 ? rest : Math.max(rest, (long) (-savedNanos / SHARE));
  }

  /** A plan was made, or given up. */
  void planned() {
    plans++;
  }

  private void save(long nowNanos) {
    double elapsedNanos = Math.max(nowNanos - sinceNanos, 0);
    sinceNanos = nowNanos;
    savedNanos = Math.min(savedNanos + SHARE * elapsedNanos, MOST_SAVED_NANOS);
  }
}
