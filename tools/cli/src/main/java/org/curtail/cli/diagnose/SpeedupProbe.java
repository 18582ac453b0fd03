package org.curtail.cli.diagnose;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.curtail.Profile;
import org.curtail.benchkit.search.Searches;
import org.curtail.benchkit.search.Workload;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.policy.FixedDegree;
import org.curtail.runtime.Curtail;

/**
 * By how much threads speed queries up: some of them alone on the machine at each degree, once that
 * does not count and once that does. Enough to say what parallel policies promise, and no more;
 * {@code curtail profile} measures exactly.
 */
final class SpeedupProbe {
  private static final int MOST_QUERIES = 150;
  private static final int MOST_DEGREE = 6;

  private SpeedupProbe() {}

  /**
   * A profile of the queries that were asked, each at its usual time on one thread.
   *
   * @param serialMs usual time of each query of the log
   */
  static Profile measure(Workload workload, int cores, double[] serialMs, Console console)
      throws IOException {
    int degrees = Math.min(cores, MOST_DEGREE);
    int step = Math.ceilDiv(workload.queries().size(), MOST_QUERIES);
    var queries = new ArrayList<Integer>();
    for (int query = 0; query < workload.queries().size(); query += step) {
      queries.add(query);
    }
    double[][] timesMs = new double[queries.size()][degrees];
    for (int degree = 1; degree <= degrees; degree++) {
      console.progress("diagnose: speedups, degree %d of %d".formatted(degree, degrees));
      measure(workload, queries, degree, timesMs);
    }
    for (int i = 0; i < timesMs.length; i++) {
      double factor = serialMs[queries.get(i)] / timesMs[i][0];
      for (int d = 0; d < degrees; d++) {
        timesMs[i][d] *= factor;
      }
    }
    return Profile.of("what curtail diagnose saw", timesMs);
  }

  private static void measure(
      Workload workload, List<Integer> queries, int degree, double[][] timesMs) throws IOException {
    try (Curtail engine =
        Curtail.with(new FixedDegree(degree)).cores(degree).name("speedup-" + degree).start()) {
      Searches searches = Searches.on(engine, workload);
      for (int i = 0; i < queries.size(); i++) {
        StopSignal.check("stopped while speedups were measured; nothing was written");
        searches.run(engine, queries.get(i));
        long fromNanos = System.nanoTime();
        searches.run(engine, queries.get(i));
        timesMs[i][degree - 1] = (System.nanoTime() - fromNanos) / 1e6;
      }
    }
  }
}
