package org.curtail.benchkit.replay;

import java.util.List;

/**
 * Findings of replayed searches: Figure 7 of the Adaptive parallelism paper, and the amount of
 * speculative work.
 *
 * @param cores emulated
 * @param searches number of searches recorded and replayed
 * @param chunks number of chunks of the index
 * @param sharing of the replays by the engine
 * @param fixedMs mean sequential part, which only one thread does
 * @param fixedLongestMs the same for the 5 % that take one thread longest
 * @param openMs mean work of each thread before its first chunk in a segment
 * @param chunkMs mean cost of a chunk that a sequential search visits
 * @param costliestChunkMs the costliest chunk of a search, in the mean over the longest 5 %
 * @param handOffMs delay of helpers after the first thread
 * @param scale seconds of this machine for a second of a search
 * @param latenessMs median delay of wake-ups, in this machine's time
 * @param chunkError mean excess of emulated chunks, as a share
 * @param degrees one for each, from 1
 * @param sharings the ways to share, timed exactly, with threads that never wait for a core
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
   * @param speedupLongest the same of these 5 %
   * @param speedupLongestLow lower end of its 95 % interval, from resampling these searches
   * @param speedupLongestHigh upper end
   * @param meanChunks mean number of chunks that they visit
   * @param meanExtraChunks mean excess over sequential searches
   * @param p99ExtraChunks 99th percentile of that
   * @param mostExtraChunks greatest of that
   * @param withinShare share of searches with at most p - 1 extra chunks
   * @param speculativeShare of the chunks visited, those that no sequential search visits
   * @param overExact mean time over that of exactly timed replays: the accuracy of the emulation
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
   * A way to share.
   *
   * @param sharing its name as an option has it
   * @param meanMs mean time at degree 1, 2, ...
   * @param meanExtraChunks mean excess of chunks over sequential searches at degree 1, 2, ...
   * @param speculativeShare of the chunks visited at degree 1, 2, ...
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
