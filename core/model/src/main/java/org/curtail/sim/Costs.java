package org.curtail.sim;

/**
 * Costs of parallel execution beside the speedups of a profile.
 *
 * @param wakeUpNanos time in nanoseconds until a thread given to a running request computes; at
 *     least 0
 * @param chunkNanos length of a chunk, in one thread's computing time; a request reacts at chunk
 *     borders only; at least 0, which means at once
 * @param claimNanos time to claim the next chunk; at least 0, and 0 without chunks. Of a thread's
 *     time, {@code chunkNanos / (chunkNanos + claimNanos)} is progress.
 * @param overheadPerThread share by which each thread beyond the first slows its request, in
 *     addition to the profile's speedups; at least 0, finite
 * @param speculation true if requests end early. Other threads of an ended request then finish
 *     their chunk without use. These chunks end one after the other at equal distances, so degree p
 *     wastes (p-1)/2 chunks. The limit of Adaptive parallelism is p-1 (Jeon et al., EuroSys'13,
 *     section 4). Requires chunks.
 * @param switchNanos time until a thread given to a preempted request computes; at least 0
 */
public record Costs(
    long wakeUpNanos,
    long chunkNanos,
    long claimNanos,
    double overheadPerThread,
    boolean speculation,
    long switchNanos) {
  /** No costs: ideal fluid cores. */
  public static final Costs NONE = new Costs(0, 0);

  public Costs {
    if (wakeUpNanos < 0 || chunkNanos < 0 || claimNanos < 0 || switchNanos < 0) {
      throw new IllegalArgumentException(
          "costs must be at least 0: wakeUpNanos=%d, chunkNanos=%d, claimNanos=%d, switchNanos=%d"
              .formatted(wakeUpNanos, chunkNanos, claimNanos, switchNanos));
    }
    if (!(overheadPerThread >= 0) || Double.isInfinite(overheadPerThread)) {
      throw new IllegalArgumentException(
          "overheadPerThread must be finite and at least 0: " + overheadPerThread);
    }
    if (chunkNanos == 0 && claimNanos > 0) {
      throw new IllegalArgumentException("claimNanos needs chunkNanos: " + claimNanos);
    }
    if (chunkNanos == 0 && speculation) {
      throw new IllegalArgumentException("speculation needs chunkNanos");
    }
  }

  /** Creates costs of waking up and of chunks only. */
  public Costs(long wakeUpNanos, long chunkNanos) {
    this(wakeUpNanos, chunkNanos, 0, 0, false, 0);
  }

  /** Creates costs without a cost of resuming requests. */
  public Costs(
      long wakeUpNanos,
      long chunkNanos,
      long claimNanos,
      double overheadPerThread,
      boolean speculation) {
    this(wakeUpNanos, chunkNanos, claimNanos, overheadPerThread, speculation, 0);
  }

  /** Returns these costs with another cost of a claim. */
  public Costs withClaimNanos(long nanos) {
    return new Costs(wakeUpNanos, chunkNanos, nanos, overheadPerThread, speculation, switchNanos);
  }

  /** Returns these costs with another cost of each further thread. */
  public Costs withOverheadPerThread(double share) {
    return new Costs(wakeUpNanos, chunkNanos, claimNanos, share, speculation, switchNanos);
  }

  /** Returns these costs with requests that end early. */
  public Costs withSpeculation() {
    return new Costs(wakeUpNanos, chunkNanos, claimNanos, overheadPerThread, true, switchNanos);
  }

  /** Returns these costs with another cost of resuming a request. */
  public Costs withSwitchNanos(long nanos) {
    return new Costs(wakeUpNanos, chunkNanos, claimNanos, overheadPerThread, speculation, nanos);
  }

  /**
   * Returns the time from one border of a thread's chunks to the next, in nanoseconds; 0 without
   * chunks.
   */
  public long periodNanos() {
    return chunkNanos + claimNanos;
  }

  /**
   * Returns the factor on a request's profiled time with this number of threads; 1 without claims
   * and overhead.
   *
   * @param threads number of threads, at least 1
   */
  public double slowdown(int threads) {
    double claims = claimNanos == 0 ? 1 : (double) periodNanos() / chunkNanos;
    return claims * (1 + overheadPerThread * (threads - 1));
  }
}
