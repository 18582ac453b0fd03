package org.curtail.sim;

/**
 * What parallel execution costs beside the speedups of a profile.
 *
 * @param wakeUpNanos from the moment a thread is given to a running request until it computes, in
 *     nanoseconds; at least 0
 * @param chunkNanos a request reacts to anything only at the border of a chunk of this length, of
 *     one thread's computing; at least 0, which is at once
 * @param claimNanos what it takes a thread to claim its next chunk; at least 0, and 0 without
 *     chunks. Of a thread's time, {@code chunkNanos / (chunkNanos + claimNanos)} is progress.
 * @param overheadPerThread the share by which each thread beyond the first slows its request,
 *     beyond what the profile's speedups say; at least 0, finite
 * @param speculation whether requests end early: when a request's work is done, its other threads
 *     are still inside a chunk that nobody needs, and stay busy until its end. Such chunks end one
 *     after the other at equal distances, so that degree p wastes (p-1)/2 chunks, at most the p-1
 *     of Adaptive parallelism (Jeon et al., EuroSys'13, section 4). Only with chunks.
 * @param switchNanos from the moment a request that was set aside is given a thread until it
 *     computes again; at least 0
 */
public record Costs(
    long wakeUpNanos,
    long chunkNanos,
    long claimNanos,
    double overheadPerThread,
    boolean speculation,
    long switchNanos) {
  /** None: ideal fluid cores. */
  public static final Costs NONE = new Costs(0, 0);

  public Costs {
    if (wakeUpNanos < 0 || chunkNanos < 0 || claimNanos < 0 || switchNanos < 0) {
      throw new IllegalArgumentException(
          "costs must not be negative: wakeUpNanos=%d, chunkNanos=%d, claimNanos=%d, switchNanos=%d"
              .formatted(wakeUpNanos, chunkNanos, claimNanos, switchNanos));
    }
    if (!(overheadPerThread >= 0) || Double.isInfinite(overheadPerThread)) {
      throw new IllegalArgumentException(
          "overheadPerThread must be finite and not negative: " + overheadPerThread);
    }
    if (chunkNanos == 0 && claimNanos > 0) {
      throw new IllegalArgumentException("claimNanos needs chunks to claim: " + claimNanos);
    }
    if (chunkNanos == 0 && speculation) {
      throw new IllegalArgumentException("speculation needs chunks to speculate on");
    }
  }

  /** Only those of waking up and of chunks. */
  public Costs(long wakeUpNanos, long chunkNanos) {
    this(wakeUpNanos, chunkNanos, 0, 0, false, 0);
  }

  /** Without switches. */
  public Costs(
      long wakeUpNanos,
      long chunkNanos,
      long claimNanos,
      double overheadPerThread,
      boolean speculation) {
    this(wakeUpNanos, chunkNanos, claimNanos, overheadPerThread, speculation, 0);
  }

  /** The same, with so much for each claim. */
  public Costs withClaimNanos(long nanos) {
    return new Costs(wakeUpNanos, chunkNanos, nanos, overheadPerThread, speculation, switchNanos);
  }

  /** The same, with so much for each further thread. */
  public Costs withOverheadPerThread(double share) {
    return new Costs(wakeUpNanos, chunkNanos, claimNanos, share, speculation, switchNanos);
  }

  /** The same, with requests that end early. */
  public Costs withSpeculation() {
    return new Costs(wakeUpNanos, chunkNanos, claimNanos, overheadPerThread, true, switchNanos);
  }

  /** The same, with so much for each request that goes on. */
  public Costs withSwitchNanos(long nanos) {
    return new Costs(wakeUpNanos, chunkNanos, claimNanos, overheadPerThread, speculation, nanos);
  }

  /** From one border of a thread's chunks to the next, in nanoseconds; 0 without chunks. */
  public long periodNanos() {
    return chunkNanos + claimNanos;
  }

  /**
   * How many times longer than its profile says a request takes with so many threads; 1 without
   * claims and overhead.
   *
   * @param threads at least 1
   */
  public double slowdown(int threads) {
    double claims = claimNanos == 0 ? 1 : (double) periodNanos() / chunkNanos;
    return claims * (1 + overheadPerThread * (threads - 1));
  }
}
