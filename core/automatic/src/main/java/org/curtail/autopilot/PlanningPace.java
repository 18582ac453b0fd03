package org.curtail.autopilot;

/**
 * Decides when planning may work, so that requests do not notice it: without rest while enough
 * cores are idle, and now and then otherwise. In total it takes 1 % of the idle time of one core,
 * including the first plan and the JVM compiler's work for it: as the mean over an hour, or, on so
 * few cores that requests do notice, over 1,000 seconds and less. Times are arguments. For one
 * thread.
 *
 * <p>The share is one of idle time, since requests wait longer the less is idle: on two cores that
 * are busy for 85 % of the time, 1 % of a core makes requests 3 % slower, and 1 % of idle time a
 * fifth of that.
 */
final class PlanningPace {
  /** Length of a piece of work that requests may have to wait for, or to share a core with. */
  static final long PIECE_NANOS = 1_000_000;

  /** Long-run share of the time, while cores are busy. */
  private static final double SHARE = 0.01;

  /** Least idle share: a little planning goes on even if no core is idle. */
  private static final double LEAST_IDLE = 0.05;

  /** Averaging time of idleness. */
  private static final double IDLE_NANOS = 5e9;

  /** Greatest time that one observation covers. */
  private static final double MOST_LOOKED_NANOS = 50e6;

  /** Most time that can be saved up, and the amount at the start: an hour's share. */
  private static final double MOST_SAVED_NANOS = SHARE * 3600e9;

  /** The same on few idle cores: enough for a quick plan, compiled. */
  private static final double MOST_SAVED_ON_FEW_CORES_NANOS = SHARE * 1000e9;

  /**
   * Idle cores, or all if there are fewer, with which the next requests find a core though planning
   * takes one. Two idle ones may be two halves of one physical core.
   */
  private static final int ENOUGH_IDLE = 3;

  /** Greatest time charged for compiling, as a multiple of planning. */
  private static final double MOST_COMPILED = 4;

  private final int cores;
  private final int enoughIdle;
  private final double mostSavedNanos;
  private double savedNanos;

  /** Time of planning and of compiling in the latest plan. */
  private double workedNanos;

  private double compiledNanos;
  private long sinceNanos;

  /** Recent share of the time with an idle core, smoothed; all of it before the first request. */
  private double idle = 1;

  /**
   * Creates a pace at the start.
   *
   * @param cores number of cores that requests are served on, at least 1
   */
  PlanningPace(int cores, long nowNanos) {
    this.cores = cores;
    enoughIdle = Math.min(cores, ENOUGH_IDLE);
    mostSavedNanos = cores > ENOUGH_IDLE ? MOST_SAVED_NANOS : MOST_SAVED_ON_FEW_CORES_NANOS;
    savedNanos = mostSavedNanos;
    sinceNanos = nowNanos;
  }

  /**
   * Reports the idle cores since the last call. To be called often, above all while there is
   * something to plan. Without progress of time it changes nothing.
   *
   * @param idleCores number of cores that no request uses now; 0 or less if there is none
   */
  void observe(long nowNanos, int idleCores) {
    double elapsedNanos = Math.max(nowNanos - sinceNanos, 0);
    sinceNanos = nowNanos;
    savedNanos = Math.min(savedNanos + share() * elapsedNanos, mostSavedNanos());
    double weight = Math.min(elapsedNanos, MOST_LOOKED_NANOS) / IDLE_NANOS;
    idle += ((idleCores > 0 ? 1 : 0) - idle) * weight;
  }

  private double share() {
    return SHARE * idleShare();
  }

  /**
   * Returns the most that can be saved up: on two cores that are busy for half of the time a third
   * of it, at 85 % a hundredth.
   */
  private double mostSavedNanos() {
    double idleShare = idleShare();
    return mostSavedNanos * (cores > ENOUGH_IDLE ? 1 : idleShare * idleShare * idleShare);
  }

  private double idleShare() {
    return Math.max(idle, LEAST_IDLE);
  }

  /** Begins another plan. */
  void beginPlan() {
    workedNanos = 0;
    compiledNanos = 0;
  }

  /**
   * Charges a piece of work.
   *
   * @param tookNanos its time, at least 0
   */
  void worked(long tookNanos) {
    workedNanos += tookNanos;
    savedNanos -= tookNanos;
  }

  /**
   * Charges compiler time, which cannot be held back. Time beyond a multiple of the plan's own was
   * for other code: in a service that has just started all is compiled.
   *
   * @param tookNanos its time, at least 0
   */
  void compiled(long tookNanos) {
    double ownNanos = Math.min((double) tookNanos, MOST_COMPILED * workedNanos - compiledNanos);
    compiledNanos += ownNanos;
    savedNanos -= ownNanos;
  }

  /**
   * Returns true if planning may work while this holds; it must stop as soon as it does not.
   *
   * @param idleCores number of cores that no request uses now; 0 or less if there is none
   */
  boolean isFree(int idleCores) {
    return idleCores >= enoughIdle && savedNanos >= 0;
  }

  /**
   * Returns the remaining rest before the next {@link #PIECE_NANOS piece}, unless cores {@linkplain
   * #isFree are free} earlier: some planning goes on in a service that is busy for hours.
   *
   * @param restedNanos time since the end of the piece, at least 0
   * @return time from now on; 0 or less if the next piece is due
   */
  long leftNanos(long restedNanos) {
    double untilSavedNanos = (PIECE_NANOS - savedNanos) / share();
    return Math.round(Math.max(PIECE_NANOS / share() - PIECE_NANOS - restedNanos, untilSavedNanos));
  }
}
