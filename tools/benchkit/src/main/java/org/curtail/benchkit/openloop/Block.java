package org.curtail.benchkit.openloop;

import java.util.Optional;

/**
 * Results of a block. All contenders have the same arrivals in their blocks of a group. Arrays have
 * an entry per request that counts, in order of arrival.
 *
 * @param latencyMs time from planned arrival to result
 * @param latenessMs delay between planned arrival and hand-over
 * @param serialMs time of the same query in the capacity probe, on one thread
 * @param degree thread time over execution time
 * @param peakDegree greatest number of threads at once
 * @param requestsPerSecond offered rate
 * @param wallMs time from the begin of the block to its last result
 * @param cpuMs CPU time of the whole process in this time
 * @param threadMs time of threads with requests
 * @param gcMs time of garbage collections
 * @param requests number of all requests, including those that do not count
 * @param failed number of requests that ended with an exception
 * @param mismatches number of requests whose hits differ from those of plain Lucene
 * @param ranked sums over all requests in order of importance; empty without such requests
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; a few hundred blocks are kept.
public record Block(
    double[] latencyMs,
    double[] latenessMs,
    double[] serialMs,
    double[] degree,
    int[] peakDegree,
    double requestsPerSecond,
    double wallMs,
    double cpuMs,
    double threadMs,
    double gcMs,
    int requests,
    int failed,
    int mismatches,
    Optional<RankedSums> ranked) {
  /**
   * Share of requests at each end of a block that do not count: the system is empty before, and no
   * request follows the last ones.
   */
  private static final double RAMP_SHARE = 0.05;

  /** Returns the number of requests that do not count at each end of a block. */
  public static int ramp(int requests) {
    return (int) (requests * RAMP_SHARE);
  }
}
