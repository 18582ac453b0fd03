package org.curtail.opensearch.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.random.RandomGenerator;
import org.apache.lucene.search.join.ScoreMode;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.script.Script;
import org.opensearch.search.aggregations.AggregationBuilders;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.sort.SortOrder;

class QueryShapeTest {
  private static QueryShape shape(SearchSourceBuilder source) {
    return QueryShape.of("logs", source);
  }

  private static QueryShape shape(QueryBuilder query) {
    return shape(new SearchSourceBuilder().query(query));
  }

  @Test
  void aShapeNamesTypesAndFieldsOfAllPartsInAlphabeticalOrder() {
    var source =
        new SearchSourceBuilder()
            .query(
                QueryBuilders.boolQuery()
                    .must(QueryBuilders.matchQuery("title", "secret words"))
                    .filter(QueryBuilders.rangeQuery("time").gte("2026-01-01"))
                    .mustNot(QueryBuilders.termQuery("user", "somebody")))
            .postFilter(QueryBuilders.existsQuery("name"))
            .sort("time", SortOrder.DESC)
            .aggregation(
                AggregationBuilders.terms("users")
                    .field("user")
                    .subAggregation(AggregationBuilders.avg("mean").field("bytes")))
            .size(20);
    QueryShape shape = shape(source);
    assertThat(shape.structure())
        .isEqualTo(
            "aggregation terms[user](aggregation avg[bytes]),"
                + " bool(filter range[time], must match[title], must_not term[user]),"
                + " post_filter exists[name], size 32, sort field_sort[time]");
    assertThat(shape.types())
        .isEqualTo(
            "aggregation terms(aggregation avg), bool(filter range, must match, must_not term),"
                + " post_filter exists, size 32, sort field_sort");
  }

  @Test
  void aShapeHasNoWordsAndNoValues() {
    QueryShape shape =
        shape(
            new SearchSourceBuilder()
                .query(
                    QueryBuilders.scriptScoreQuery(
                        QueryBuilders.matchPhraseQuery("title", "canary"), new Script("canary()")))
                .aggregation(AggregationBuilders.terms("canary").field("user"))
                .searchAfter(new Object[] {"canary"})
                .sort("time"));
    assertThat(shape.toString()).doesNotContain("canary");
  }

  @Test
  void requestsThatDifferInWordsOrTheOrderOfClausesAreOfOneKind() {
    assertThat(
            shape(
                QueryBuilders.boolQuery()
                    .should(QueryBuilders.matchQuery("title", "one"))
                    .should(QueryBuilders.termQuery("user", "two"))))
        .isEqualTo(
            shape(
                QueryBuilders.boolQuery()
                    .should(QueryBuilders.termQuery("user", "three"))
                    .should(QueryBuilders.matchQuery("title", "four"))));
  }

  @Test
  void fieldsTypesNestingAndSizeMakeAnotherKind() {
    QueryShape one = shape(QueryBuilders.matchQuery("title", "word"));
    assertThat(one).isNotEqualTo(shape(QueryBuilders.matchQuery("body", "word")));
    assertThat(one.types()).isEqualTo(shape(QueryBuilders.matchQuery("body", "word")).types());
    assertThat(one).isNotEqualTo(shape(QueryBuilders.termQuery("title", "word")));
    assertThat(one)
        .isNotEqualTo(
            shape(QueryBuilders.constantScoreQuery(QueryBuilders.matchQuery("title", "word"))));
    assertThat(one)
        .isNotEqualTo(
            shape(
                QueryBuilders.nestedQuery(
                    "parts", QueryBuilders.matchQuery("title", "word"), ScoreMode.Avg)));
    var query = QueryBuilders.matchQuery("title", "word");
    assertThat(one).isNotEqualTo(shape(new SearchSourceBuilder().query(query).size(1_000)));
    assertThat(one).isEqualTo(shape(new SearchSourceBuilder().query(query).size(16)));
    assertThat(QueryShape.of("logs", null).structure()).isEqualTo("match_all");
  }

  @Test
  void likeClausesCountByPowersOfTwo() {
    var fifty = QueryBuilders.boolQuery();
    var sixty = QueryBuilders.boolQuery();
    for (int i = 0; i < 60; i++) {
      sixty.should(QueryBuilders.termQuery("user", "" + i));
      if (i < 50) {
        fifty.should(QueryBuilders.termQuery("user", "" + i));
      }
    }
    assertThat(shape(fifty)).isEqualTo(shape(sixty));
    assertThat(shape(fifty).structure()).isEqualTo("bool(should term[user] x32), size 16");
  }

  @Test
  void aShapeIsBoundedWhateverTheRequest() {
    Cases.random(
        1,
        50,
        random -> {
          QueryShape shape = shape(hostile(random, 5));
          assertThat(shape.structure()).hasSizeLessThanOrEqualTo(QueryShape.MOST_CHARS);
          assertThat(shape.types()).hasSizeLessThanOrEqualTo(QueryShape.MOST_CHARS);
        });
  }

  private static QueryBuilder hostile(RandomGenerator random, int depth) {
    if (depth == 0 || random.nextInt(6) == 0) {
      return QueryBuilders.termQuery("field-" + "x".repeat(random.nextInt(300)), "word");
    }
    BoolQueryBuilder all = QueryBuilders.boolQuery();
    for (int i = random.nextInt(3); i >= 0; i--) {
      all.should(hostile(random, depth - 1));
      all.must(hostile(random, depth - 1));
    }
    return all;
  }
}
