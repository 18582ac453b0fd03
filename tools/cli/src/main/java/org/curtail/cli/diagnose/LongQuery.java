package org.curtail.cli.diagnose;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.curtail.benchkit.search.Workload;
import org.curtail.benchkit.terminal.Console;

/**
 * A long query: it finds the matches of any of the longest queries of the log.
 *
 * @param workload workload with this query after all others
 * @param usual computing time of all queries
 */
record LongQuery(Workload workload, Calibration usual) {
  private static final int MOST_PARTS = 64;

  /**
   * Adds a long query.
   *
   * @param lengthMs least wanted time, if there are enough queries
   */
  static LongQuery in(
      Workload workload, Calibration usual, double lengthMs, int cores, long seed, Console console)
      throws IOException, InterruptedException {
    List<Integer> slowestFirst =
        IntStream.range(0, workload.queries().size())
            .boxed()
            .sorted(Comparator.comparingDouble((Integer i) -> usual.serialMs()[i]).reversed())
            .toList();
    var together = new BooleanQuery.Builder();
    double sumMs = 0;
    int parts = 0;
    for (int query : slowestFirst) {
      if (sumMs >= lengthMs || parts == MOST_PARTS) {
        break;
      }
      together.add(workload.queries().get(query), BooleanClause.Occur.SHOULD);
      sumMs += usual.serialMs()[query];
      parts++;
    }
    var queries = new ArrayList<>(workload.queries());
    queries.add(together.build());
    var alone = new Workload(workload.reader(), List.of(queries.getLast()), workload.topHits());
    return new LongQuery(
        new Workload(workload.reader(), queries, workload.topHits()),
        usual.with(Calibration.measure(alone, cores, seed, console)));
  }

  /** Position of the long query in the log. */
  int query() {
    return workload.queries().size() - 1;
  }
}
