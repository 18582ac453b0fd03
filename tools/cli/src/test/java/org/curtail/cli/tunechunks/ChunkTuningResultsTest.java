package org.curtail.cli.tunechunks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.search.PerQuery;
import org.junit.jupiter.api.Test;

class ChunkTuningResultsTest {
  private static PerQuery ms(int queries, double factor) {
    return PerQuery.of(
        IntStream.range(0, queries).mapToDouble(q -> factor * (1 + q % 7)).toArray());
  }

  private static ChunkCost cost(int count, int queries, double sequential, double parallel) {
    PerQuery chunks = ms(queries, 20);
    return new ChunkCost(
        count, count, ms(queries, sequential), ms(queries, parallel), chunks, chunks, chunks);
  }

  private static Results results(double stolenShare, ChunkCost... costs) {
    return TuneChunksCommand.of(
        List.of(costs),
        new Noise(0.1, 1, 2, 0, 0, stolenShare, 0, 0, 0, 0),
        new ChunkTuning.Setting(List.of(costs).stream().map(ChunkCost::asked).toList(), 2, 3, 1),
        Map.of(),
        "./curtail");
  }

  @Test
  void aQuietMachineAndEnoughQueriesGiveAdviceWithoutDoubt() {
    Results results = results(0.01, cost(50, 200, 2, 1.3), cost(100, 200, 2, 1.1));
    assertThat(results.verdict().headline()).startsWith("Use --chunks 100");
    assertThat(results.settings()).containsEntry("recommended chunks", 100);
    assertThat(results.verdict().details()).noneMatch(detail -> detail.startsWith("Doubtful"));
  }

  @Test
  void aBusyMachineGivesNoAdvice() {
    Results results = results(0.5, cost(50, 200, 2, 1.3), cost(100, 200, 2, 1.1));
    assertThat(results.verdict().headline())
        .startsWith("No advice: other processes took 50 % of the machine")
        .contains("The least mean time at degree 2 was that of 100 chunks");
    assertThat(results.settings()).doesNotContainKey("recommended chunks");
    assertThat(results.noise()).isNotNull();
  }

  @Test
  void fewQueriesAndSpeedupsAboveTheDegreeAreDoubted() {
    List<String> details = results(0.01, cost(50, 10, 9.59, 1)).verdict().details();
    assertThat(details)
        .anyMatch(
            it -> it.startsWith("Doubtful: superlinear speedup of 50 chunks at degree 2, 9.59"))
        .anyMatch(it -> it.startsWith("Doubtful: 10 queries are too few: a mean needs 100"));
  }

  @Test
  void oneQueryTellsNoCountFromAnother() {
    Results results = results(0.01, cost(50, 1, 2, 1.3), cost(100, 1, 2, 1.1));
    assertThat(results.settings()).containsEntry("not to be told from it", List.of(50, 100));
  }
}
