package org.curtail.cli.tunechunks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.curtail.benchkit.search.MeasuredEngine;
import org.curtail.benchkit.search.PerQuery;
import org.curtail.benchkit.search.RankedQueries;
import org.curtail.benchkit.search.Workload;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.lucene.ranked.RankedHits;
import org.curtail.lucene.ranked.RankedIndex;

/**
 * Measures searches with an index cut into more and into fewer chunks. All counts of a query are
 * measured directly after each other, in random order, on one thread and at a degree.
 */
public final class ChunkTuning {
  /**
   * Setting of the measurement.
   *
   * @param counts approximate numbers of chunks; at least one, each at least 1
   * @param degree degree, at least 1
   * @param runs number of counted measurements of each query, at least 1; there is one more
   * @param seed seed for the order of queries and counts, and for resampling
   */
  public record Setting(List<Integer> counts, int degree, int runs, long seed) {
    public Setting {
      counts = List.copyOf(counts);
      if (counts.isEmpty() || degree < 1 || runs < 1) {
        throw new IllegalArgumentException(
            "expected one or more counts, degree and runs of at least 1, found %s, %d, %d"
                .formatted(counts, degree, runs));
      }
    }
  }

  private final RankedQueries ranked;
  private final int topHits;
  private final Setting setting;
  private final Console console;
  private final List<Cut> cuts = new ArrayList<>();

  /**
   * Cuts the index.
   *
   * @param workload workload of searches in order of importance
   */
  public ChunkTuning(Workload workload, Setting setting, Console console) throws IOException {
    this.ranked = workload.ranked().orElseThrow();
    this.topHits = workload.topHits();
    this.setting = setting;
    this.console = console;
    var searcher = new IndexSearcher(workload.reader());
    searcher.setQueryCache(null);
    for (int count : setting.counts()) {
      cuts.add(
          new Cut(
              count,
              RankedIndex.of(searcher, ranked.index().settings().withChunks(count)),
              ranked.queries().size(),
              setting.runs()));
    }
  }

  /** A count of chunks with its measurements, {@code [query][run]}. */
  private static final class Cut {
    final int asked;
    final RankedIndex index;
    final double[][] sequentialMs;
    final double[][] parallelMs;
    final double[][] visited;
    final double[][] speculative;
    final double[] sequentialChunks;

    Cut(int asked, RankedIndex index, int queries, int runs) {
      this.asked = asked;
      this.index = index;
      this.sequentialMs = new double[queries][runs];
      this.parallelMs = new double[queries][runs];
      this.visited = new double[queries][runs];
      this.speculative = new double[queries][runs];
      this.sequentialChunks = new double[queries];
    }

    ChunkCost cost() {
      return new ChunkCost(
          asked,
          index.chunks(),
          PerQuery.medians(sequentialMs),
          PerQuery.medians(parallelMs),
          PerQuery.of(sequentialChunks),
          PerQuery.means(visited),
          PerQuery.means(speculative));
    }
  }

  /** A search of a query with one cut of the index, on one thread or at the degree. */
  private record Turn(Cut cut, boolean parallel) {}

  /** Measures the counts, in their order. */
  List<ChunkCost> measure() throws IOException {
    var random = new Random(setting.seed());
    List<Integer> order =
        new ArrayList<>(IntStream.range(0, ranked.queries().size()).boxed().toList());
    var turns = new ArrayList<Turn>();
    for (Cut cut : cuts) {
      turns.add(new Turn(cut, false));
      turns.add(new Turn(cut, true));
    }
    try (var engine = new MeasuredEngine(setting.degree())) {
      for (int run = -1; run < setting.runs(); run++) {
        Collections.shuffle(order, random);
        for (int i = 0; i < order.size(); i++) {
          StopSignal.check("stopped before all counts were measured; nothing was written");
          Collections.shuffle(turns, random);
          measure(order.get(i), run, turns, engine);
          console.progress(
              "chunks: %s, query %d of %d"
                  .formatted(
                      run < 0 ? "warm-up" : "run " + (run + 1) + " of " + setting.runs(),
                      i + 1,
                      order.size()));
        }
      }
    }
    return cuts.stream().map(Cut::cost).toList();
  }

  private void measure(int q, int run, List<Turn> turns, MeasuredEngine engine) throws IOException {
    Query query = ranked.queries().get(q);
    for (Turn turn : turns) {
      Cut cut = turn.cut();
      if (turn.parallel()) {
        MeasuredEngine.Searched searched = engine.search(cut.index, query, topHits);
        if (run >= 0) {
          cut.parallelMs[q][run] = searched.ms();
          cut.visited[q][run] = searched.hits().chunksVisited();
          // The number is known since the warm-up, because a search on one thread always visits the
          // same chunks.
          cut.speculative[q][run] =
              searched.hits().speculativeChunks((int) cut.sequentialChunks[q]);
        }
      } else {
        long fromNanos = System.nanoTime();
        RankedHits hits = cut.index.search(query, topHits);
        double ms = (System.nanoTime() - fromNanos) / 1e6;
        cut.sequentialChunks[q] = hits.chunksVisited();
        if (run >= 0) {
          cut.sequentialMs[q][run] = ms;
        }
      }
    }
  }
}
