package org.curtail.benchkit.replay;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.curtail.benchkit.search.RankedQueries;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.lucene.ranked.RecordedSearch;

/** Records the searches of a workload on this machine, in turn. */
public final class SearchRecording {
  private SearchRecording() {}

  /**
   * Records all searches.
   *
   * @param runs number of runs, whose costs give medians: at least 1
   * @param warmUp number of runs before: at least 0
   * @param seed seed of the order
   * @return recordings in the order of the queries
   * @throws org.curtail.benchkit.terminal.Interrupted if the user stopped the work
   */
  public static List<RecordedSearch> of(
      RankedQueries ranked, int topHits, int runs, int warmUp, long seed, Console console)
      throws IOException {
    List<Integer> order =
        new ArrayList<>(IntStream.range(0, ranked.queries().size()).boxed().toList());
    var random = new Random(seed);
    for (int pass = 0; pass < warmUp; pass++) {
      Collections.shuffle(order, random);
      for (int query : order) {
        ranked.index().search(ranked.queries().get(query), topHits);
        StopSignal.check("stopped while warming up; no profile was written");
        console.progress("profile: warming up");
      }
    }
    Collections.shuffle(order, random);
    var recorded = new ArrayList<RecordedSearch>(Collections.nCopies(order.size(), null));
    for (int i = 0; i < order.size(); i++) {
      int query = order.get(i);
      recorded.set(query, ranked.index().record(ranked.queries().get(query), topHits, runs));
      StopSignal.check("stopped while recording searches; no profile was written");
      console.progress("profile: recording search %d of %d".formatted(i + 1, order.size()));
    }
    return List.copyOf(recorded);
  }
}
