package org.curtail.cli.tunechunks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.curtail.benchkit.search.PerQuery;
import org.junit.jupiter.api.Test;

class ChunkAdviceTest {
  private static final int QUERIES = 100;

  /** Queries of 1 to 2 ms, times a factor, with noise of a few percent that differs by count. */
  private static ChunkCost cost(int count, double factor, double visited) {
    var demand = new Random(1);
    var noise = new Random(count);
    PerQuery ms =
        PerQuery.of(
            IntStream.range(0, QUERIES)
                .mapToDouble(
                    q -> (1 + demand.nextDouble()) * factor * (1 + 0.05 * noise.nextGaussian()))
                .toArray());
    PerQuery chunks = PerQuery.of(IntStream.range(0, QUERIES).mapToDouble(q -> visited).toArray());
    return new ChunkCost(count, count, ms, ms, chunks, chunks, chunks.times(0.1));
  }

  @Test
  void theLeastMeanIsBestAndThoseThatNoiseMayExplainAreAlike() {
    List<ChunkCost> costs =
        List.of(
            cost(50, 1.3, 30), cost(100, 1.001, 70), cost(200, 0.998, 130), cost(800, 1.2, 500));
    ChunkAdvice advice = ChunkAdvice.of(costs, 1);
    assertThat(advice.best().asked()).isIn(100, 200);
    assertThat(advice.alike()).extracting(ChunkCost::asked).containsExactly(100, 200);
    assertThat(advice.inPapersRange()).extracting(ChunkCost::asked).containsExactly(200);
    assertThat(advice.ratios()).hasSize(4);
    assertThat(advice.ratios().getFirst().low()).isGreaterThan(1.2);
    assertThat(advice.headline(2)).startsWith("Use --chunks " + advice.best().asked());
    assertThat(advice.details().getLast()).endsWith("this is true for 200.");
  }

  @Test
  void aClearBestStandsAlone() {
    ChunkAdvice advice = ChunkAdvice.of(List.of(cost(50, 1, 30), cost(100, 2, 70)), 1);
    assertThat(advice.best().asked()).isEqualTo(50);
    assertThat(advice.alike()).containsExactly(advice.best());
    assertThat(advice.details().getFirst())
        .isEqualTo("All other counts are slower on these queries.");
    assertThat(advice.details().getLast()).endsWith("none of the best does here.");
  }

  @Test
  void sharesAreOfWhatWasVisited() {
    ChunkCost cost = cost(50, 1, 30);
    assertThat(cost.speculativeShare()).isBetween(0.0999, 0.1001);
    assertThat(cost.visitedShare()).isEqualTo(0.6);
  }
}
