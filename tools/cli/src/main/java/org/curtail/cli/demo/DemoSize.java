package org.curtail.cli.demo;

import java.util.List;
import org.curtail.Profile;
import org.curtail.benchkit.results.TooFew;

/**
 * Amount of work of a demo, which limits its time on two cores.
 *
 * @param maxDocuments documents to index at most, 0 for all
 * @param queries queries in the log
 * @param runs passes of the profile
 * @param costRuns passes that compare degree 1 with plain Lucene
 * @param requestsPerBlock requests in a block of the bench
 * @param benchSeconds time limit of the bench
 * @param most blocks at most, however fast the machine
 * @param emulatedPerBlock requests in a block on emulated cores; a mean request takes some 50 ms
 *     there, so this number sets the duration
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

  /**
   * The quick demo. Of 250 requests in each of five blocks, 1,000 count, which is enough for a p99.
   */
  static final DemoSize QUICK =
      new DemoSize(4000, 300, 3, 1, 60, 35, 12, 250, "0.6", 10_000, 800, 5);

  /** Factor for draining, checking answers and settling of threads. */
  private static final double OVERHEAD = 1.1;

  /** Options that limit the documents of a step; none to read all. */
  List<Object> limit() {
    return maxDocuments == 0 ? List.of() : List.of("--limit", maxDocuments);
  }

  /**
   * Number of blocks within the time limit. A group probes the capacity once per load, and every
   * policy serves the same requests at a share of it.
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
