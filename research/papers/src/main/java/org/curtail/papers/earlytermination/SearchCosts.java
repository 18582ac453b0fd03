package org.curtail.papers.earlytermination;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.curtail.benchkit.search.PerQuery;
import org.curtail.benchkit.search.RankedQueries;
import org.curtail.benchkit.search.Workload;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.lucene.ranked.RankedIndex;
import org.curtail.lucene.ranked.Termination;

/**
 * CPU time and allocation of searches on this thread: ours, and Lucene's own on the same index. All
 * searchers of a query run one right after the other, in random order.
 */
final class SearchCosts {
  private static final ThreadMXBean THREAD =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  private final int queries;
  private final int runs;
  private final Random random;
  private final Console console;
  private final List<Searcher> searchers = new ArrayList<>();

  SearchCosts(Workload workload, EarlyTerminationSetting setting, Console console)
      throws IOException {
    this.queries = workload.queries().size();
    this.runs = setting.runs();
    this.random = new Random(setting.seed());
    this.console = console;
    RankedQueries ranked = workload.ranked().orElseThrow();
    int topHits = workload.topHits();
    RankedIndex index = ranked.index();
    RankedIndex whole = index.with(Termination.OFF);
    var plain = new IndexSearcher(workload.reader());
    plain.setQueryCache(null);
    var exhaustive = new TopScoreDocCollectorManager(topHits, Integer.MAX_VALUE);
    add(SearchCost.OURS, q -> index.search(ranked.queries().get(q), topHits));
    add("in order, never ends early", q -> whole.search(ranked.queries().get(q), topHits));
    add(SearchCost.LUCENE, q -> plain.search(workload.queries().get(q), topHits));
    FeatureRank.of(index, workload.reader())
        .ifPresent(rank -> {
          List<Query> added = ranked.queries().stream().map(rank::addedTo).toList();
          add("Lucene, feature field", q -> plain.search(added.get(q), topHits));
        });
    add("Lucene, score without rank", q -> plain.search(ranked.queries().get(q), topHits));
    add("Lucene, every match", q -> plain.search(workload.queries().get(q), exhaustive));
  }

  @FunctionalInterface
  private interface Search {
    void run(int query) throws IOException;
  }

  private record Searcher(String name, Search search, Sheet sheet) {}

  /** The measurements of one searcher, {@code [query][run]}. */
  private static final class Sheet {
    final double[][] cpuMs;
    final double[][] kilobytes;

    Sheet(int queries, int runs) {
      cpuMs = new double[queries][runs];
      kilobytes = new double[queries][runs];
    }
  }

  private void add(String name, Search search) {
    searchers.add(new Searcher(name, search, new Sheet(queries, runs)));
  }

  /** Measures all runs, and one more that does not count. */
  List<SearchCost> measure() throws IOException {
    List<Integer> order = new ArrayList<>(IntStream.range(0, queries).boxed().toList());
    List<Searcher> turns = new ArrayList<>(searchers);
    for (int run = -1; run < runs; run++) {
      Collections.shuffle(order, random);
      for (int i = 0; i < queries; i++) {
        StopSignal.check("stopped while costs were measured; nothing was written");
        Collections.shuffle(turns, random);
        for (Searcher searcher : turns) {
          measure(order.get(i), run, searcher);
        }
        console.progress(
            "against plain Lucene: %s, query %d of %d"
                .formatted(
                    run < 0 ? "warm-up" : "run " + (run + 1) + " of " + runs, i + 1, queries));
      }
    }
    return searchers.stream()
        .map(searcher ->
            new SearchCost(
                searcher.name(),
                PerQuery.medians(searcher.sheet().cpuMs),
                PerQuery.medians(searcher.sheet().kilobytes)))
        .toList();
  }

  private static void measure(int query, int run, Searcher searcher) throws IOException {
    long fromBytes = THREAD.getCurrentThreadAllocatedBytes();
    long fromNanos = THREAD.getCurrentThreadCpuTime();
    searcher.search().run(query);
    long nanos = THREAD.getCurrentThreadCpuTime() - fromNanos;
    long bytes = THREAD.getCurrentThreadAllocatedBytes() - fromBytes;
    if (run >= 0) {
      searcher.sheet().cpuMs[query][run] = nanos / 1e6;
      searcher.sheet().kilobytes[query][run] = bytes / 1024.0;
    }
  }
}
