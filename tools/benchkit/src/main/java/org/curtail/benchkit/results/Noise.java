package org.curtail.benchkit.results;

/**
 * Activity of the machine besides serving requests. A run on a noisy machine proves little.
 *
 * @param pauseP50Ms delay of the wake-ups of a thread that only sleeps, beside all blocks; also its
 *     99th percentile and maximum
 * @param gcPauses garbage collections during all blocks
 * @param gcMs their total time
 * @param stolenShare share of the machine's CPU time that other processes or guests took, 0 to 1;
 *     negative if the system does not give it
 * @param probes capacity probes; each runs the same requests sequentially on all cores
 * @param capacityRps median of the probes; also the least and the greatest
 */
public record Noise(
    double pauseP50Ms,
    double pauseP99Ms,
    double pauseMaxMs,
    int gcPauses,
    double gcMs,
    double stolenShare,
    int probes,
    double capacityRps,
    double capacityLeastRps,
    double capacityGreatestRps) {
  /** The same with another share of stolen CPU time. */
  public Noise withStolenShare(double share) {
    return new Noise(
        pauseP50Ms,
        pauseP99Ms,
        pauseMaxMs,
        gcPauses,
        gcMs,
        share,
        probes,
        capacityRps,
        capacityLeastRps,
        capacityGreatestRps);
  }
}
