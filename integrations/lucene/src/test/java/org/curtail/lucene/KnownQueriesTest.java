package org.curtail.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Random;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.curtail.lucene.RefusingQuery.Refuses;
import org.curtail.lucene.ranked.RandomRankedIndex;
import org.curtail.lucene.ranked.RankedIndex;
import org.curtail.lucene.ranked.RankedSettings;
import org.junit.jupiter.api.Test;

class KnownQueriesTest {
  private static final Query TERM = new TermQuery(new Term("text", "w1"));
  private static final Query FOREIGN = new RefusingQuery(TERM, Refuses.PART_OF_LEAF);

  @Test
  void queriesOfTheCoreAreKnownAndThoseWithAForeignOneInsideAreNot() {
    assertThat(KnownQueries.contain(TERM)).isTrue();
    assertThat(KnownQueries.contain(new ConstantScoreQuery(TERM))).isTrue();
    assertThat(KnownQueries.contain(FOREIGN)).isFalse();
    assertThat(KnownQueries.contain(new ConstantScoreQuery(FOREIGN))).isFalse();
    assertThat(KnownQueries.contain(either(TERM, TERM))).isTrue();
    assertThat(KnownQueries.contain(either(TERM, FOREIGN))).isFalse();
  }

  @Test
  void aQueryWithAddedRelevanceIsKnownIfTheQueryThatItWrapsIs() throws IOException {
    try (var index = new RandomRankedIndex(new Random(1))) {
      var ranked = RankedIndex.of(new IndexSearcher(index.reader), RankedSettings.defaults());
      assertThat(KnownQueries.contain(ranked.asQuery(TERM))).isTrue();
      assertThat(KnownQueries.contain(ranked.asQuery(FOREIGN))).isFalse();
    }
  }

  private static Query either(Query one, Query other) {
    return new BooleanQuery.Builder().add(one, Occur.SHOULD).add(other, Occur.SHOULD).build();
  }
}
