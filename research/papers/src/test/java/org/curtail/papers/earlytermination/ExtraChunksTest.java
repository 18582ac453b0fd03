package org.curtail.papers.earlytermination;

import static org.assertj.core.api.Assertions.assertThat;

import org.curtail.benchkit.search.PerQuery;
import org.junit.jupiter.api.Test;

class ExtraChunksTest {
  @Test
  void everyRunOfEveryQueryCounts() {
    double[][] visited = {{10, 11, 12}, {5, 4, 5}};
    ExtraChunks extra = ExtraChunks.of(visited, PerQuery.of(10, 5), 2);
    // 0, 1, 2 and 0, -1, 0
    assertThat(extra.mean()).isEqualTo(2.0 / 6);
    assertThat(extra.p99()).isEqualTo(2);
    assertThat(extra.most()).isEqualTo(2);
    assertThat(extra.within()).isEqualTo(5.0 / 6);
    assertThat(ExtraChunks.of(visited, PerQuery.of(10, 5), 3).within()).isEqualTo(1);
  }

  @Test
  void oneSearchInAHundredMayBeBeyondTheP99() {
    double[][] visited = new double[1][100];
    visited[0][17] = 50;
    ExtraChunks extra = ExtraChunks.of(visited, PerQuery.of(0), 2);
    assertThat(extra.p99()).isZero();
    assertThat(extra.most()).isEqualTo(50);
    assertThat(extra.within()).isEqualTo(0.99);
  }
}
