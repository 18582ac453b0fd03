package org.curtail.autopilot;

/**
 * How much of the machine planning may take: one core, 1 % of the time as an hourly mean. The first
 * plan is not counted, since nothing is gained before it is there. It does not take the core that
 * the next request needs: it works without rest only where three cores are idle. Times are
 * arguments. For one thread.
 */
final class PlanningPace {
  /** Of the time, in the long run. */
  private static final double SHARE = 0.01;

  /** What may be saved up: an hour's share. */
  private static final double MOST_SAVED_NANOS = SHARE * 3600e9;

  /**
   * Rest for each nanosecond of work while 0, 1, 2 cores are idle: a hundredth, a tenth, half of a
   * core. While all are busy each percent of a core makes requests longer by many, but planning
   * goes on, since a service may be busy for hours.
   */
  private static final long[] REST_PER_WORK = {99, 9, 1};

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
   */
  void worked(long nowNanos, long tookNanos) {
    save(nowNanos);
    if (plans > 0) {
      savedNanos -= tookNanos;
    }
  }

  /**
   * For how long to rest after a piece of work. May be asked again while it rests, since cores
   * become idle.
   *
   * @param tookNanos what the piece took, at least 0
   * @param idleCores those that no request uses now; 0 or less if there is none
   * @return from the end of the piece on; at least 0
   */
  long restNanos(long tookNanos, int idleCores) {
    long rest = tookNanos * restPerWork(idleCores);
    return plans == 0 || savedNanos >= 0 ? rest : Math.max(rest, (long) (-savedNanos / SHARE));
  }

  private static long restPerWork(int idleCores) {
    return idleCores < REST_PER_WORK.length ? REST_PER_WORK[Math.max(idleCores, 0)] : 0;
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
