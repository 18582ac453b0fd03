package org.curtail.cli.profile;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.lucene.search.IndexSearcher;
import org.curtail.IntervalTable;
import org.curtail.benchkit.search.Searches;
import org.curtail.benchkit.search.Workload;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.policy.FewToMany;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.SharedWork;

/**
 * The cost of the ability to grow, for a request that does not grow. It is the CPU time of searches
 * that stay at degree 1, divided by the CPU time of plain Lucene on the same queries. For searches
 * in order of importance, the reference is Lucene with the same relevance.
 *
 * <p>Both searchers run on this thread, directly after each other in random order. A query counts
 * with its least time of several runs, because noise only adds CPU time. The ratio is that of the
 * sums over the query log. The ratio's interval comes from resampling queries.
 *
 * <p>The engine first serves many empty requests. The engine's code runs once for each search, and
 * Lucene's code once for each block of documents. So without empty requests, the JVM would compile
 * Lucene's code fully, but not the engine's. Then a search of 1.5 ms would seem 1 % slower than in
 * a service that has run for a minute.
 */
public final class DegreeOneCost {
  /**
   * The result.
   *
   * @param ratio ratio of the CPU times to plain Lucene's
   * @param cpuNanos CPU time of each query on the engine; not to be changed
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Measured(Ratio ratio, double[] cpuNanos) {}

  private static final int RESAMPLES = 1000;

  /**
   * Number of empty requests: twice the number after which the JVM's last compiler starts by
   * default (15,000 at most).
   */
  private static final int EMPTY_REQUESTS = 30_000;

  /** A table under which requests check the clock at every border, but never grow. */
  private static final IntervalTable GROWING_AFTER_AN_HOUR =
      new IntervalTable(
          1,
          2,
          2,
          99,
          1,
          List.of(1, 2),
          List.of(new IntervalTable.Row(1, List.of(0.0, 3_600_000.0), 0, 0, 1)),
          1);

  private DegreeOneCost() {}

  /**
   * Measures both.
   *
   * @param runs number of counted runs of each query by each searcher, at least 1; there is one
   *     more
   */
  public static Measured measure(Workload workload, int runs, long seed, Console console)
      throws IOException {
    var random = new Random(seed);
    int queries = workload.queries().size();
    double[] plainNanos = filled(queries);
    double[] curtailedNanos = filled(queries);
    var plain = new IndexSearcher(workload.reader());
    plain.setQueryCache(null);
    try (Curtail engine = Curtail.with(new FewToMany(GROWING_AFTER_AN_HOUR)).cores(1).start()) {
      serveEmptyRequests(engine);
      Searches curtailed = Searches.on(engine, workload);
      for (int run = 0; run <= runs; run++) {
        for (int q = 0; q < queries; q++) {
          StopSignal.check("stopped while comparing with plain Lucene");
          boolean plainFirst = random.nextBoolean();
          int query = q;
          Search byLucene = () -> plain.search(workload.queries().get(query), workload.topHits());
          Search byEngine = () -> curtailed.run(engine, query);
          double firstNanos = cpuNanos(plainFirst ? byLucene : byEngine);
          double secondNanos = cpuNanos(plainFirst ? byEngine : byLucene);
          if (run > 0) {
            plainNanos[q] = Math.min(plainNanos[q], plainFirst ? firstNanos : secondNanos);
            curtailedNanos[q] = Math.min(curtailedNanos[q], plainFirst ? secondNanos : firstNanos);
          }
          console.progress(
              "degree 1 against plain Lucene: run %d of %d, query %d of %d"
                  .formatted(run, runs, q + 1, queries));
        }
      }
    }
    return new Measured(ratio(curtailedNanos, plainNanos, random), curtailedNanos);
  }

  private static void serveEmptyRequests(Curtail engine) throws IOException {
    for (int i = 0; i < EMPTY_REQUESTS; i++) {
      StopSignal.check("stopped while comparing with plain Lucene");
      Searches.run(engine, SharedWork.of(1, chunk -> chunk, Integer::sum));
    }
  }

  private static double[] filled(int length) {
    double[] values = new double[length];
    Arrays.fill(values, Double.MAX_VALUE);
    return values;
  }

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private interface Search {
    Object run() throws IOException;
  }

  private static double cpuNanos(Search search) throws IOException {
    long fromNanos = THREADS.getCurrentThreadCpuTime();
    search.run();
    return THREADS.getCurrentThreadCpuTime() - fromNanos;
  }

  private static Ratio ratio(double[] numerators, double[] denominators, Random random) {
    var resampled = new ArrayList<Double>();
    for (int i = 0; i < RESAMPLES; i++) {
      double above = 0;
      double below = 0;
      for (int j = 0; j < numerators.length; j++) {
        int drawn = random.nextInt(numerators.length);
        above += numerators[drawn];
        below += denominators[drawn];
      }
      resampled.add(above / below);
    }
    resampled.sort(null);
    return new Ratio(
        Arrays.stream(numerators).sum() / Arrays.stream(denominators).sum(),
        resampled.get(RESAMPLES / 40),
        resampled.get(RESAMPLES - 1 - RESAMPLES / 40));
  }
}
