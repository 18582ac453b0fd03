package org.curtail.benchkit.openloop;

import java.util.Optional;

/**
 * Results of one block: the same arrivals as in the other contenders' blocks of its group. Arrays
 * have one entry per request that counts, in order of arrival.
 *
 * @param latencyMs from the request's planned arrival to its result
 * @param latenessMs delay between planned arrival and hand-over
 * @param serialMs time of the same query in the capacity probe, on one thread
 * @param degree thread time over execution time
 * @param peakDegree most threads at once
 * @param requestsPerSecond the rate offered
 * @param wallMs from the block's begin to its last result
 * @param cpuMs CPU time of the whole process in that time
 * @param threadMs time that threads served requests
 * @param gcMs time in garbage collections
 * @param requests all requests, including those that do not count
 * @param failed of all requests, those that ended with an exception
 * @param mismatches of all requests, those whose hits differ from plain Lucene's
 * @param ranked of all requests; empty if none is searched in order of importance
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
