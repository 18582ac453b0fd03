package org.curtail.benchkit.replay;

import java.util.List;

/**
 * Findings of replayed searches: Figure 7 of the Adaptive parallelism paper, and the amount of
 * speculative work.
 *
 * @param cores number of emulated cores
 * @param searches number of recorded and replayed searches
 * @param chunks number of chunks of the index
 * @param sharing chunk sharing of the engine's replays
 * @param fixedMs mean sequential part of a search
 * @param fixedLongestMs mean sequential part of the longest 5 %
 * @param openMs mean work of a thread before its first chunk in a segment
 * @param chunkMs mean cost of a chunk in a sequential search
 * @param costliestChunkMs mean cost of the costliest chunk over the longest 5 %
 * @param handOffMs delay of helpers after the first thread
 * @param scale seconds of this machine for a second of a search
 * @param latenessMs median delay of wake-ups, in this machine's time
 * @param chunkError mean excess of emulated chunks, as a share
 * @param degrees findings at each degree, from 1
 * @param sharings findings for each kind of sharing, with exact times and enough cores
 */
public record ReplayFindings(
    int cores,
    int searches,
    int chunks,
    String sharing,
    double fixedMs,
    double fixedLongestMs,
    double openMs,
    double chunkMs,
    double costliestChunkMs,
    double handOffMs,
    double scale,
    double latenessMs,
    double chunkError,
    List<AtDegree> degrees,
    List<OfSharing> sharings) {
  public ReplayFindings {
    degrees = List.copyOf(degrees);
    sharings = List.copyOf(sharings);
  }

  /**
   * All searches at a degree p, replayed by the engine.
   *
   * @param meanMs mean time
   * @param longestMs mean time of the 5 % that are longest on one thread
   * @param speedup sequential mean over mean
   * @param speedupLongest speedup of these 5 %
   * @param speedupLongestLow lower end of its 95 % interval, by resampling of these searches
   * @param speedupLongestHigh upper end of the interval
   * @param meanChunks mean number of visited chunks
   * @param meanExtraChunks mean number of chunks beyond the sequential search
   * @param p99ExtraChunks 99th percentile of this number
   * @param mostExtraChunks greatest number of chunks beyond the sequential search
   * @param withinShare share of searches with at most p - 1 extra chunks
   * @param speculativeShare share of visited chunks that no sequential search visits
   * @param overExact ratio of the mean time to that of exact replays: the accuracy of the emulation
   */
  public record AtDegree(
      int degree,
      double meanMs,
      double longestMs,
      double speedup,
      double speedupLongest,
      double speedupLongestLow,
      double speedupLongestHigh,
      double meanChunks,
      double meanExtraChunks,
      double p99ExtraChunks,
      int mostExtraChunks,
      double withinShare,
      double speculativeShare,
      double overExact) {}

  /**
   * Findings for a kind of sharing.
   *
   * @param sharing name of the sharing in the option
   * @param meanMs mean time at degree 1, 2, ...
   * @param meanExtraChunks mean number of chunks beyond sequential searches at degree 1, 2, ...
   * @param speculativeShare share of speculative chunks at degree 1, 2, ...
   */
  public record OfSharing(
      String sharing,
      List<Double> meanMs,
      List<Double> meanExtraChunks,
      List<Double> speculativeShare) {
    public OfSharing {
      meanMs = List.copyOf(meanMs);
      meanExtraChunks = List.copyOf(meanExtraChunks);
      speculativeShare = List.copyOf(speculativeShare);
    }
  }
}
