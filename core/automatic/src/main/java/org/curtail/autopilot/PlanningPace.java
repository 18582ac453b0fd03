package org.curtail.autopilot;

/**
 * Times at which planning may work, so that requests do not notice it: without rest while enough
 * cores are idle, otherwise now and then. In total it uses 1 % of the idle time of one core, with
 * the first plan and the JVM compiler's work for it. This is the mean over an hour. On a machine
 * with so few cores that requests notice, it is the mean over 1,000 seconds or less. Times are
 * arguments. Not thread-safe.
 *
 * <p>The share refers to idle time, since requests wait longer the less is idle. Take two cores
 * that are busy for 85 % of the time. There, 1 % of a core makes requests 3 % slower, and 1 % of
 * idle time 0.6 %.
 */
final class PlanningPace {
  /** Length of a piece of work. Requests may have to wait for it, or share a core with it. */
  static final long PIECE_NANOS = 1_000_000;

  /** Long-term share of the time, while cores are busy. */
  private static final double SHARE = 0.01;

  /** Least idle share, so that some planning continues even if no core is idle. */
  private static final double LEAST_IDLE = 0.05;

  /** Averaging time of idleness. */
  private static final double IDLE_NANOS = 5e9;

  /** Longest time covered by one observation. */
  private static final double MOST_LOOKED_NANOS = 50e6;

  /** Greatest saved time, also at the start: an hour's share. */
  private static final double MOST_SAVED_NANOS = SHARE * 3600e9;

  /** Greatest saved time on few idle cores: enough for a quick plan with its compilation. */
  private static final double MOST_SAVED_ON_FEW_CORES_NANOS = SHARE * 1000e9;

  /**
   * Number of idle cores that suffice for planning on one of them, or all if there are fewer. Two
   * idle ones may be halves of one physical core.
   */
  private static final int ENOUGH_IDLE = 3;

  /** Greatest time charged for compiling, as a multiple of planning. */
  private static final double MOST_COMPILED = 4;

  private final int cores;
  private final int enoughIdle;
  private final double mostSavedNanos;
  private double savedNanos;

  /** Time of planning in the latest plan; {@link #compiledNanos} is that of compiling. */
  private double workedNanos;

  private double compiledNanos;
  private long sinceNanos;

  /** Recent share of the time with an idle core, smoothed; 1 before the first request. */
  private double idle = 1;

  /**
   * Creates a pace at the start.
   *
   * @param cores number of cores for requests, at least 1
   */
  PlanningPace(int cores, long nowNanos) {
    this.cores = cores;
    enoughIdle = Math.min(cores, ENOUGH_IDLE);
    mostSavedNanos = cores > ENOUGH_IDLE ? MOST_SAVED_NANOS : MOST_SAVED_ON_FEW_CORES_NANOS;
    savedNanos = mostSavedNanos;
    sinceNanos = nowNanos;
  }

  /**
   * Reports the idle cores since the last call. Call it often, above all during a plan. A call
   * without progress of time changes nothing.
   *
   * @param idleCores number of cores without a request now; may be 0 or less
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
   * Returns the greatest saved time. On two cores it is a third of the full amount if they are busy
   * for half of the time, and a hundredth at 85 %.
   */
  private double mostSavedNanos() {
    double idleShare = idleShare();
    return mostSavedNanos * (cores > ENOUGH_IDLE ? 1 : idleShare * idleShare * idleShare);
  }

  private double idleShare() {
    return Math.max(idle, LEAST_IDLE);
  }

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
   * Charges compiler time, which planning cannot control. Time beyond a multiple of the plan's own
   * belongs to other code: a new service compiles all of its code.
   *
   * @param tookNanos its time, at least 0
   */
  void compiled(long tookNanos) {
    double ownNanos = Math.min((double) tookNanos, MOST_COMPILED * workedNanos - compiledNanos);
    compiledNanos += ownNanos;
    savedNanos -= ownNanos;
  }

  /**
   * Returns true if planning may work now. It must stop as soon as the result is false.
   *
   * @param idleCores number of cores without a request now; may be 0 or less
   */
  boolean isFree(int idleCores) {
    return idleCores >= enoughIdle && savedNanos >= 0;
  }

  /**
   * Returns the remaining rest before the next {@link #PIECE_NANOS piece}. Planning may work
   * earlier if cores {@linkplain #isFree are free}. So some planning continues in a service that is
   * busy for hours.
   *
   * @param restedNanos time since the end of the piece, at least 0
   * @return time from now on; 0 or less if the next piece is due
   */
  long leftNanos(long restedNanos) {
    double untilSavedNanos = (PIECE_NANOS - savedNanos) / share();
    return Math.round(Math.max(PIECE_NANOS / share() - PIECE_NANOS - restedNanos, untilSavedNanos));
  }
}
