package org.curtail.benchkit.replay;

import java.util.List;

/**
 * What replayed searches show: Figure 7 of the Adaptive parallelism paper, and how much work was
 * speculative.
 *
 * @param cores emulated
 * @param searches how many were recorded and replayed
 * @param chunks into how many the index is cut
 * @param sharing of the replays by the engine
 * @param fixedMs what only one thread does, in the mean: what is not parallel
 * @param fixedLongestMs the same of the 5 % that take one thread longest
 * @param openMs what each thread does before its first chunk in a segment, in the mean
 * @param chunkMs what a chunk costs that a sequential search visits, in the mean
 * @param costliestChunkMs the costliest chunk of a search, in the mean over the longest 5 %
 * @param handOffMs how much later helpers were than the first thread
 * @param scale seconds of this machine for a second of a search
 * @param latenessMs how late threads woke in the median, in this machine's time
 * @param chunkError by which share emulated chunks took too long, in the mean
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
   * All searches at one degree p, replayed by the engine.
   *
   * @param meanMs their mean time
   * @param longestMs of the 5 % that take one thread longest
   * @param speedup sequential mean over mean
   * @param speedupLongest the same of these 5 %
   * @param speedupLongestLow lower end of its 95 % interval, from resampling these searches
   * @param speedupLongestHigh upper end
   * @param meanChunks how many chunks they visit
   * @param meanExtraChunks how many more than sequentially
   * @param p99ExtraChunks 99th percentile of that
   * @param mostExtraChunks greatest of that
   * @param withinShare share of searches with at most p - 1 extra chunks
   * @param speculativeShare of the chunks visited, those that no sequential search visits
   * @param overExact mean time over that of exactly timed replays: how exact the emulation is
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
   * @param meanExtraChunks how many more chunks than sequentially at degree 1, 2, ...
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
