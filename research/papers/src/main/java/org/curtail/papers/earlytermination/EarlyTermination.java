package org.curtail.papers.earlytermination;

import java.io.IOException;
import java.util.List;
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.search.ExpectedHits;
import org.curtail.benchkit.search.PerQuery;
import org.curtail.benchkit.search.RankedQueries;
import org.curtail.benchkit.search.Workload;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.benchkit.trust.NoiseMeter;
import org.curtail.lucene.ranked.RankedHits;
import org.curtail.lucene.ranked.Termination;

/** Measures the saving of early termination, the waste of sharing, and the cost of both. */
public final class EarlyTermination {
  private final Workload workload;
  private final EarlyTerminationSetting setting;
  private final Console console;

  /**
   * Creates a measurement.
   *
   * @param workload workload of searches in order of importance
   */
  public EarlyTermination(Workload workload, EarlyTerminationSetting setting, Console console) {
    this.workload = workload;
    this.setting = setting;
    this.console = console;
  }

  /**
   * The measurements.
   *
   * @param chunks chunks of the index
   * @param visited chunks that one thread visits, by query
   * @param safe true if answers must be those of plain Lucene
   * @param answers number of compared answers
   * @param different number of other answers
   * @param shared searches on several threads
   * @param alone searches on one thread, ours and Lucene's
   * @param noise other load of the machine
   */
  record Measured(
      int chunks,
      PerQuery visited,
      boolean safe,
      int answers,
      int different,
      List<SharedCost> shared,
      List<SearchCost> alone,
      Noise noise) {
    /** The searches of one way of sharing. */
    SharedCost shared(DegreeAndSharing way, boolean competing) {
      return shared.stream()
          .filter(cost -> cost.way().equals(way) && cost.competing() == competing)
          .findFirst()
          .orElseThrow();
    }

    /** The searches of one searcher. */
    SearchCost alone(String name) {
      return alone.stream().filter(cost -> cost.name().equals(name)).findFirst().orElseThrow();
    }
  }

  Measured measure() throws IOException {
    try (var noise = new NoiseMeter()) {
      return measure(noise);
    }
  }

  private Measured measure(NoiseMeter noise) throws IOException {
    RankedQueries ranked = workload.ranked().orElseThrow();
    console.progress("answers of plain Lucene");
    ExpectedHits expected = ExpectedHits.of(workload);
    double[] visited = new double[ranked.queries().size()];
    int different = 0;
    for (int q = 0; q < visited.length; q++) {
      StopSignal.check("stopped before anything was measured");
      RankedHits hits = ranked.index().search(ranked.queries().get(q), workload.topHits());
      visited[q] = hits.chunksVisited();
      if (!expected.matches(q, hits.top())) {
        different++;
      }
      console.progress("one thread: query %d of %d".formatted(q + 1, visited.length));
    }
    PerQuery sequential = PerQuery.of(visited);
    // Everything before this point measures no time.
    noise.begin();
    var sharing = new SharingCosts(workload, setting, sequential, expected, console);
    List<SharedCost> shared = sharing.measure();
    List<SearchCost> alone = new SearchCosts(workload, setting, console).measure();
    return new Measured(
        ranked.index().chunks(),
        sequential,
        ranked.index().settings().termination() instanceof Termination.Safe,
        visited.length + sharing.searches(),
        different + sharing.different(),
        shared,
        alone,
        noise.soFar());
  }
}
