package org.curtail.benchkit.openloop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Optional;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;
import org.curtail.benchkit.results.Quality;
import org.curtail.benchkit.results.RankedFigures;
import org.curtail.lucene.ranked.RankedHits;
import org.junit.jupiter.api.Test;

class RankedSumsTest {
  private static RankedHits visiting(int... chunks) {
    var visited = new BitSet();
    for (int chunk : chunks) {
      visited.set(chunk);
    }
    var none = new TopDocs(new TotalHits(0, TotalHits.Relation.EQUAL_TO), new ScoreDoc[0]);
    return new RankedHits(none, 10, visited);
  }

  @Test
  void chunksBeyondThoseOfSequentialSearchAreSpeculative() {
    RankedFigures figures =
        RankedSums.of(visiting(0, 1, 2, 3), 3, false, false, Optional.empty())
            .plus(RankedSums.of(visiting(0, 1, 5, 6), 4, false, false, Optional.empty()))
            .figures();

    assertThat(figures.chunksVisited()).isEqualTo(4);
    assertThat(figures.chunksBeyondSequential()).isEqualTo(0.5);
    assertThat(figures.mostChunksBeyondSequential()).isEqualTo(1);
    assertThat(figures.speculativeShare()).isEqualTo(3 / 8.0);
    assertThat(figures.quality()).isNull();
    assertThat(figures.lost()).isNull();
    assertThat(figures.lossRate()).isNull();
  }

  @Test
  void qualityIsTheMeanAndLossAShareOfTheAnswersThatMayLackHits() {
    RankedFigures figures =
        RankedSums.of(visiting(0), 1, true, true, Optional.of(new Quality(-0.5, 0.25)))
            .plus(RankedSums.of(visiting(0), 1, true, false, Optional.of(new Quality(0, 0.25))))
            .figures();

    assertThat(figures.quality()).isEqualTo(new Quality(-0.25, 0.25));
    assertThat(figures.lost()).isEqualTo(1);
    assertThat(figures.lossRate()).isEqualTo(0.5);
  }

  @Test
  void whoVisitsNoChunksHasAQualityAndNothingElse() {
    RankedFigures figures =
        RankedSums.NONE.plus(RankedSums.ofOther(Optional.of(new Quality(0.5, 0.5)))).figures();

    assertThat(figures)
        .isEqualTo(new RankedFigures(null, null, null, null, new Quality(0.5, 0.5), null, null));
  }
}
