package org.curtail.benchkit.results;

/**
 * Other activity of the machine during a run. Results of a noisy machine prove little.
 *
 * @param pauseP50Ms median delay of wake-ups of a sleeping thread during all blocks; then the 99th
 *     percentile and maximum
 * @param gcPauses number of garbage collections during all blocks
 * @param gcMs total time of garbage collections
 * @param stolenShare share of the machine's CPU time used by other processes or guests, 0 to 1;
 *     negative if unknown
 * @param probes number of capacity probes; each runs the same requests sequentially on all cores
 * @param capacityRps median capacity of the probes; then the least and the greatest
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
  /** Returns this noise with another share of stolen CPU time. */
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
