package org.curtail.benchkit.trust;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FewQueriesTest {
  @Test
  void eachPercentileNeedsTenQueriesBeyondIt() {
    assertThat(FewQueries.notes(10))
        .containsExactly(
            "10 queries are too few: p99 needs 1,000, p95 needs 200, the longest 5 % needs 200, p90 needs 100, a mean needs 100, p50 needs 20; measure more queries");
    assertThat(FewQueries.notes(999))
        .containsExactly("999 queries are too few: p99 needs 1,000; measure more queries");
    assertThat(FewQueries.notes(1000)).isEmpty();
    assertThat(FewQueries.notes(1)).singleElement().asString().startsWith("1 query is too few");
  }

  @Test
  void whatIsNotSaidNeedsNoQueries() {
    assertThat(FewQueries.notesOfMeans(100)).isEmpty();
    assertThat(FewQueries.notesOfMeans(99)).singleElement().asString().contains("a mean needs 100");
    assertThat(FewQueries.notesOfLongest(150))
        .singleElement()
        .asString()
        .contains("the longest 5 % needs 200")
        .doesNotContain("p99", "mean");
  }
}
