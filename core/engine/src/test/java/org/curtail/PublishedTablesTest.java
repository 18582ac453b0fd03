package org.curtail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class PublishedTablesTest {
  @Test
  void everyNameHasATable() {
    assertThat(PublishedTables.names()).contains("few-to-many-lucene");
    for (String name : PublishedTables.names()) {
      assertThat(PublishedTables.named(name).rows()).isNotEmpty();
    }
  }

  @Test
  void anUnknownNameIsRejectedWithThoseThatAreKnown() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PublishedTables.named("few-to-many-bing"))
        .withMessage("expected one of [few-to-many-lucene], found 'few-to-many-bing'");
  }

  @Test
  void upToSixLuceneRequestsHaveFourThreadsEachFromTheStart() {
    IntervalTable table = PublishedTables.fewToManyLucene();
    for (int load = 1; load <= 6; load++) {
      assertThat(table.row(load).startsMs()).containsExactly(0.0, 0.0, 0.0, 0.0);
    }
    assertThat(table.row(7).startsMs()).containsExactly(0.0, 0.0, 0.0, 75.0);
  }

  @Test
  void twentyFiveLuceneRequestsWaitForAnExit() {
    IntervalTable table = PublishedTables.fewToManyLucene();
    assertThat(table.row(24).startsMs()).containsExactly(90.0, 315.0, 390.0, 440.0);
    assertThat(table.waitForExitAbove()).isEqualTo(24);
  }
}
