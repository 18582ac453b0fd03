package org.curtail.papers.earlytermination;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.lucene.search.Query;
import org.curtail.benchkit.search.ExpectedHits;
import org.curtail.benchkit.search.MeasuredEngine;
import org.curtail.benchkit.search.PerQuery;
import org.curtail.benchkit.search.RankedQueries;
import org.curtail.benchkit.search.Workload;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.lucene.ranked.RankedIndex;

/**
 * Measures searches in all ways of sharing, alone on the machine and, in every other run, with a
 * competing load. All ways of a query are measured in direct succession, in random order.
 */
final class SharingCosts {
  private final RankedQueries ranked;
  private final int topHits;
  private final EarlyTerminationSetting setting;
  private final PerQuery sequential;
  private final ExpectedHits expected;
  private final Console console;
  private final Random random;
  private final List<Sheet> sheets = new ArrayList<>();
  private int different;

  /**
   * Creates a measurement.
   *
   * @param sequential chunks that one thread visits, by query
   * @param expected answers to compare with
   */
  SharingCosts(
      Workload workload,
      EarlyTerminationSetting setting,
      PerQuery sequential,
      ExpectedHits expected,
      Console console) {
    this.ranked = workload.ranked().orElseThrow();
    this.topHits = workload.topHits();
    this.setting = setting;
    this.sequential = sequential;
    this.expected = expected;
    this.console = console;
    this.random = new Random(setting.seed());
    for (boolean competing : new boolean[] {false, true}) {
      for (DegreeAndSharing way : setting.ways()) {
        if (!competing || setting.competingThreads() > 0) {
          sheets.add(new Sheet(way, competing, ranked.queries().size(), setting.runs()));
        }
      }
    }
  }

  /** The measurements of one way, {@code [query][run]}. */
  private static final class Sheet {
    final DegreeAndSharing way;
    final boolean competing;
    final double[][] ms;
    final double[][] cpuMs;
    final double[][] helpersMs;
    final double[][] visited;
    final double[][] speculative;

    Sheet(DegreeAndSharing way, boolean competing, int queries, int runs) {
      this.way = way;
      this.competing = competing;
      this.ms = new double[queries][runs];
      this.cpuMs = new double[queries][runs];
      this.helpersMs = new double[queries][runs];
      this.visited = new double[queries][runs];
      this.speculative = new double[queries][runs];
    }

    SharedCost cost(PerQuery sequential) {
      return new SharedCost(
          way,
          competing,
          PerQuery.medians(ms),
          PerQuery.medians(cpuMs),
          PerQuery.means(helpersMs),
          PerQuery.means(visited),
          PerQuery.means(speculative),
          ExtraChunks.of(visited, sequential, way.degree()));
    }
  }

  /** Measures all runs. */
  List<SharedCost> measure() throws IOException {
    Map<Integer, MeasuredEngine> engines = new HashMap<>();
    try {
      for (DegreeAndSharing way : setting.ways()) {
        engines.computeIfAbsent(way.degree(), MeasuredEngine::new);
      }
      for (int run = -1; run < setting.runs(); run++) {
        pass(run, false, engines);
        if (run >= 0 && setting.competingThreads() > 0) {
          try (var _ = new CompetingLoad(setting.competingThreads())) {
            pass(run, true, engines);
          }
        }
      }
    } finally {
      engines.values().forEach(MeasuredEngine::close);
    }
    return sheets.stream().map(sheet -> sheet.cost(sequential)).toList();
  }

  /** Returns the number of counted searches with other hits than expected. */
  int different() {
    return different;
  }

  /** Returns the number of counted searches. */
  int searches() {
    return sheets.size() * ranked.queries().size() * setting.runs();
  }

  private void pass(int run, boolean competing, Map<Integer, MeasuredEngine> engines)
      throws IOException {
    List<Sheet> turns =
        new ArrayList<>(sheets.stream().filter(sheet -> sheet.competing == competing).toList());
    List<Integer> order =
        new ArrayList<>(IntStream.range(0, ranked.queries().size()).boxed().toList());
    Collections.shuffle(order, random);
    for (int i = 0; i < order.size(); i++) {
      Collections.shuffle(turns, random);
      for (Sheet sheet : turns) {
        StopSignal.check("stopped while sharing was measured; nothing was written");
        measure(order.get(i), run, sheet, engines);
      }
      console.progress(
          "sharing%s: %s, query %d of %d"
              .formatted(
                  competing ? " beside a competing load" : "",
                  run < 0 ? "warm-up" : "run " + (run + 1) + " of " + setting.runs(),
                  i + 1,
                  order.size()));
    }
  }

  private void measure(int q, int run, Sheet sheet, Map<Integer, MeasuredEngine> engines)
      throws IOException {
    MeasuredEngine engine = engines.get(sheet.way.degree());
    if (engine == null) {
      throw new IllegalStateException("no engine of degree " + sheet.way.degree());
    }
    RankedIndex index = ranked.index().with(sheet.way.sharing());
    Query query = ranked.queries().get(q);
    MeasuredEngine.Searched searched = engine.search(index, query, topHits);
    if (run < 0) {
      return;
    }
    sheet.ms[q][run] = searched.ms();
    sheet.cpuMs[q][run] = searched.cpuMs();
    sheet.helpersMs[q][run] = searched.helpersMs();
    sheet.visited[q][run] = searched.hits().chunksVisited();
    sheet.speculative[q][run] = searched.hits().speculativeChunks((int) sequential.get(q));
    if (!expected.matches(q, searched.hits().top())) {
      different++;
    }
  }
}
