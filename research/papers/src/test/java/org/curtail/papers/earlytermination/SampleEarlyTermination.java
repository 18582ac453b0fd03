package org.curtail.papers.earlytermination;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.search.PerQuery;
import org.curtail.lucene.ranked.ChunkSharing;

/** Made-up measurements of early termination, for tests. */
public final class SampleEarlyTermination {
  static final int CHUNKS = 200;
  static final int QUERIES = 400;
  static final EarlyTerminationSetting SETTING =
      new EarlyTerminationSetting(List.of(2, 4), 2, 3, 2, 1);

  /** Queries that need 10, 20, ... 200 chunks. */
  static final PerQuery VISITED =
      PerQuery.of(IntStream.range(0, QUERIES).mapToDouble(q -> 10 * (q % 20 + 1)).toArray());

  static PerQuery all(double value) {
    return PerQuery.of(IntStream.range(0, QUERIES).mapToDouble(q -> value).toArray());
  }

  /** Dynamic sharing wastes a chunk, the others ten; ours costs a little less than Lucene. */
  static EarlyTermination.Measured measured(
      double dynamicWaste, int different, double stolenShare) {
    var shared = new ArrayList<SharedCost>();
    for (boolean competing : new boolean[] {false, true}) {
      for (DegreeAndSharing way : SETTING.ways()) {
        double waste =
            way.degree() == 1 ? 0 : way.sharing() == ChunkSharing.DYNAMIC ? dynamicWaste : 10;
        shared.add(
            new SharedCost(
                way,
                competing,
                VISITED.times(1.0 / way.degree()),
                VISITED,
                VISITED.times(0.5),
                VISITED,
                all(waste),
                new ExtraChunks(waste, waste, waste, waste < way.degree() ? 1 : 0, all(waste))));
      }
    }
    return new EarlyTermination.Measured(
        CHUNKS,
        VISITED,
        true,
        1000,
        different,
        shared,
        List.of(
            new SearchCost(SearchCost.OURS, all(0.9), all(30)),
            new SearchCost(SearchCost.LUCENE, all(1), all(20))),
        new Noise(0.1, 1, 2, 0, 0, stolenShare, 0, 0, 0, 0));
  }

  public static Results results(double dynamicWaste, int different) {
    return results(measured(dynamicWaste, different, 0));
  }

  static Results results(EarlyTermination.Measured measured) {
    return EarlyTerminationResults.of(measured, SETTING, Map.of("index", "i"), "./curtail");
  }

  private SampleEarlyTermination() {}
}
