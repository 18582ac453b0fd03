package org.curtail.autopilot;

/**
 * When planning may work, so that requests do not notice: without rest while nobody else wants the
 * cores that it could take, and now and then otherwise. In all it takes 1 % of the time of one core
 * that is idle, the first plan included, and what the JVM's compiler takes for it: as the mean of
 * an hour, or, where there are so few cores that requests do notice, of 1,000 seconds and less.
 * Times are arguments. For one thread.
 *
 * <p>A share of what is idle, since requests wait the longer the less there is: of two cores that
 * are busy for 85 % of the time, 1 % of one makes requests 3 % slower, and 1 % of what is idle a
 * fifth of that.
 */
final class PlanningPace {
  /** A piece of work that requests may have to wait for, or to share a core with. */
  static final long PIECE_NANOS = 1_000_000;

  /** Of the time, in the long run, and while cores are busy. */
  private static final double SHARE = 0.01;

  /** Of the time in which a core is idle; it plans a little where there is none. */
  private static final double LEAST_IDLE = 0.05;

  /** What was idle counts for about so long. */
  private static final double IDLE_NANOS = 5e9;

  /** One look after a long time tells no more than one after this. */
  private static final double MOST_LOOKED_NANOS = 50e6;

  /** What may be saved up, and is there at the start: an hour's share. */
  private static final double MOST_SAVED_NANOS = SHARE * 3600e9;

  /** The same on few cores that are idle: enough for a quick plan, compiled. */
  private static final double MOST_SAVED_ON_FEW_CORES_NANOS = SHARE * 1000e9;

  /**
   * With so many idle cores, or all if there are fewer, the next requests find one though planning
   * takes one too. Two that are idle may be two halves of one real core.
   */
  private static final int ENOUGH_IDLE = 3;

  /** To compile what plans takes at most so many times as long as planning. */
  private static final double MOST_COMPILED = 4;

  private final int cores;
  private final int enoughIdle;
  private final double mostSavedNanos;
  private double savedNanos;

  /** Of the latest plan: what planning took, and what the compiler took for it. */
  private double workedNanos;

  private double compiledNanos;
  private long sinceNanos;

  /** Share of the time of late in which a core is idle, smoothed; one that serves nobody yet is. */
  private double idle = 1;

  /**
   * Nothing was done yet.
   *
   * @param cores that requests are served on, at least 1
   */
  PlanningPace(int cores, long nowNanos) {
    this.cores = cores;
    enoughIdle = Math.min(cores, ENOUGH_IDLE);
    mostSavedNanos = cores > ENOUGH_IDLE ? MOST_SAVED_NANOS : MOST_SAVED_ON_FEW_CORES_NANOS;
    savedNanos = mostSavedNanos;
    sinceNanos = nowNanos;
  }

  /**
   * Time has passed, of which this is true. To be called often, above all while there is something
   * to plan. If no time has passed it changes nothing.
   *
   * @param idleCores those that no request uses now; 0 or less if there is none
   */
  void saw(long nowNanos, int idleCores) {
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
   * On two cores that are busy for half of the time a third of it is there, of those that are busy
   * for 85 % a hundredth.
   */
  private double mostSavedNanos() {
    double idleShare = idleShare();
    return mostSavedNanos * (cores > ENOUGH_IDLE ? 1 : idleShare * idleShare * idleShare);
  }

  private double idleShare() {
    return Math.max(idle, LEAST_IDLE);
  }

  /** Another plan begins. */
  void beginPlan() {
    workedNanos = 0;
    compiledNanos = 0;
  }

  /**
   * A piece of work was done.
   *
   * @param tookNanos at least 0
   */
  void worked(long tookNanos) {
    workedNanos += tookNanos;
    savedNanos -= tookNanos;
  }

  /**
   * The compiler has worked beside, and cannot be asked to rest. What it took beyond several times
   * what the plan took so far was for others: in a service that has just started all is compiled.
   *
   * @param tookNanos at least 0
   */
  void compiled(long tookNanos) {
    double ownNanos = Math.min((double) tookNanos, MOST_COMPILED * workedNanos - compiledNanos);
    compiledNanos += ownNanos;
    savedNanos -= ownNanos;
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
   * For how long to rest yet after a piece before the next {@link #PIECE_NANOS piece}, unless it
   * {@link #isFree} before: some planning goes on in a service that is busy for hours.
   *
   * @param restedNanos since the end of the piece, at least 0
   * @return from now on; 0 or less if it is time
   */
  long leftNanos(long restedNanos) {
    double untilSavedNanos = (PIECE_NANOS - savedNanos) / share();
    return Math.round(Math.max(PIECE_NANOS / share() - PIECE_NANOS - restedNanos, untilSavedNanos));
  }
}
