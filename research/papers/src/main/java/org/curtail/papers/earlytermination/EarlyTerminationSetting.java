package org.curtail.papers.earlytermination;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.curtail.lucene.ranked.ChunkSharing;

/**
 * The setting of an early-termination measurement.
 *
 * @param degrees numbers of threads that share a search, ascending, each at least 2; at least one
 * @param cores cores of the machine, at least 1
 * @param runs number of counted measurements of each query in each way, at least 1; there is one
 *     more
 * @param competingThreads threads that compute beside the searches in every other run; 0 for none
 * @param seed seed of the order of queries and ways, and of resampling
 */
public record EarlyTerminationSetting(
    List<Integer> degrees, int cores, int runs, int competingThreads, long seed) {
  public EarlyTerminationSetting {
    degrees = List.copyOf(degrees);
    if (degrees.isEmpty() || Collections.min(degrees) < 2) {
      throw new IllegalArgumentException("expected degrees of at least 2, found " + degrees);
    }
    if (cores < 1 || runs < 1 || competingThreads < 0) {
      throw new IllegalArgumentException(
          "expected cores and runs of at least 1, competing threads of at least 0, found %d, %d, %d"
              .formatted(cores, runs, competingThreads));
    }
  }

  /**
   * Returns one thread first, then all ways of sharing at all degrees, and last the degrees that
   * only the speedup needs.
   */
  List<DegreeAndSharing> ways() {
    var ways = new ArrayList<>(List.of(DegreeAndSharing.ONE_THREAD));
    for (int degree : degrees) {
      for (ChunkSharing sharing : ChunkSharing.values()) {
        ways.add(new DegreeAndSharing(degree, sharing));
      }
    }
    for (int degree = 2; degree <= Math.min(cores, Collections.max(degrees)); degree++) {
      var way = new DegreeAndSharing(degree, ChunkSharing.DYNAMIC);
      if (!ways.contains(way)) {
        ways.add(way);
      }
    }
    return List.copyOf(ways);
  }
}
