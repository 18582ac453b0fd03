package org.curtail.cli.demo;

import java.util.List;
import org.curtail.Profile;
import org.curtail.benchkit.results.TooFew;

/**
 * How much a demo does, so that it ends in time on two cores.
 *
 * @param maxDocuments documents to index at most, 0 for all
 * @param queries queries in the log
 * @param runs passes of the profile
 * @param costRuns passes that compare degree 1 with plain Lucene
 * @param requestsPerBlock requests in a block of the bench
 * @param benchSeconds how long the bench may take
 * @param most blocks at most, however fast the machine
 * @param emulatedPerBlock requests in a block on emulated cores; a mean request takes some 50 ms
 *     there, whatever it takes here, so that the number says how long it takes
 * @param emulatedLoads loads of the emulated cores, with commas between them
 * @param simulatedRequests requests of each simulated run
 * @param clusterPerBlock requests in a block on a cluster; half as many where a node pauses
 * @param clusterBlocks blocks on a cluster
 */
record DemoSize(
    long maxDocuments,
    int queries,
    int runs,
    int costRuns,
    int requestsPerBlock,
    double benchSeconds,
    int most,
    int emulatedPerBlock,
    String emulatedLoads,
    int simulatedRequests,
    int clusterPerBlock,
    int clusterBlocks) {
  static final DemoSize FULL =
      new DemoSize(0, 800, 4, 1, 150, 240, 60, 300, "0.5,0.7", 20_000, 400, 12);

  /** Of 250 requests in each of five blocks, 1,000 count: as many as a p99 takes. */
  static final DemoSize QUICK =
      new DemoSize(4000, 300, 3, 1, 60, 35, 12, 250, "0.6", 10_000, 800, 5);

  /** A group also drains, checks answers and lets threads settle. */
  private static final double OVERHEAD = 1.1;

  /** What a step that reads documents is told of how many; nothing if it is to read all. */
  List<Object> limit() {
    return maxDocuments == 0 ? List.of() : List.of("--limit", maxDocuments);
  }

  /**
   * How many blocks fit: a group probes the capacity once per load, and every policy serves the
   * same requests at a share of it.
   */
  int blocks(Profile profile, int cores, int policies, double[] loads) {
    double sequentialSeconds = profile.meanMs(1) / 1000 * requestsPerBlock / cores;
    double groupSeconds = 0;
    for (double load : loads) {
      groupSeconds += sequentialSeconds * (1 + policies / load) * OVERHEAD;
    }
    return (int) Math.clamp(benchSeconds / groupSeconds, TooFew.FEWEST_BLOCKS, most);
  }
}
