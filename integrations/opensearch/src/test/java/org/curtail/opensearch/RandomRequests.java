package org.curtail.opensearch;

import java.util.List;
import java.util.random.RandomGenerator;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.aggregations.AggregationBuilders;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.collapse.CollapseBuilder;
import org.opensearch.search.fetch.subphase.highlight.HighlightBuilder;
import org.opensearch.search.rescore.QueryRescorerBuilder;
import org.opensearch.search.sort.SortBuilders;
import org.opensearch.search.sort.SortOrder;

/** Random searches of the words w2 to w39 and more. */
final class RandomRequests {
  private static final int KINDS_WITHOUT_OTHERS_INSIDE = 7;
  private static final int ALL_KINDS = 12;

  private final RandomGenerator random;

  RandomRequests(RandomGenerator random) {
    this.random = random;
  }

  SearchSourceBuilder next() {
    var source = new SearchSourceBuilder().query(query(2)).size(1 + random.nextInt(30));
    if (chance(4)) {
      source.from(random.nextInt(50));
    }
    if (chance(3)) {
      source.trackTotalHits(random.nextBoolean());
    } else if (chance(3)) {
      source.trackTotalHitsUpTo(1 + random.nextInt(2_000));
    }
    if (chance(3)) {
      sort(source);
    } else if (chance(6)) {
      source.addRescorer(new QueryRescorerBuilder(query(1)).windowSize(20));
    }
    if (chance(5)) {
      source.postFilter(query(1));
    }
    if (chance(6)) {
      source.minScore(random.nextFloat() * 3);
    }
    if (chance(4)) {
      source.aggregation(
          AggregationBuilders.terms("kinds")
              .field("kind")
              .size(5)
              .subAggregation(AggregationBuilders.max("most").field("number")));
    }
    if (chance(6)) {
      aggregate(source);
    }
    if (chance(12) && source.rescores() == null) {
      source.collapse(new CollapseBuilder("kind"));
    }
    if (source.sorts() != null && source.from() < 1 && source.collapse() == null && chance(3)) {
      after(source);
    }
    if (chance(12)) {
      source.highlighter(new HighlightBuilder().field("text"));
    }
    // Lucene explains the clauses of a dis_max in an order that varies.
    if (chance(8) && !source.toString().contains("dis_max")) {
      source.explain(true);
    }
    if (chance(15)) {
      source.profile(false).terminateAfter(100);
    }
    return source;
  }

  private void aggregate(SearchSourceBuilder source) {
    switch (random.nextInt(6)) {
      case 0 -> source.aggregation(AggregationBuilders.stats("stats").field("number"));
      case 1 ->
          source.aggregation(
              AggregationBuilders.histogram("tens").field("number").interval(10).minDocCount(1));
      case 2 -> source.aggregation(AggregationBuilders.cardinality("distinct").field("number"));
      case 3 -> source.aggregation(AggregationBuilders.filter("some", query(1)));
      case 4 ->
          source.aggregation(
              AggregationBuilders.range("parts")
                  .field("number")
                  .addUnboundedTo(100)
                  .addUnboundedFrom(100));
      default ->
          source.aggregation(
              AggregationBuilders.global("all")
                  .subAggregation(AggregationBuilders.sum("sum").field("number")));
    }
  }

  /** Continues after a hit that may not exist. */
  private void after(SearchSourceBuilder source) {
    source.searchAfter(
        source.sorts().stream()
            .map(sort ->
                sort.toString().contains("\"kind\"")
                    ? "k" + random.nextInt(17)
                    : (Object) random.nextInt(500))
            .toArray());
  }

  private void sort(SearchSourceBuilder source) {
    SortOrder order = random.nextBoolean() ? SortOrder.ASC : SortOrder.DESC;
    switch (random.nextInt(3)) {
      case 0 -> source.sort(SortBuilders.fieldSort("number").order(order)).trackScores(chance(2));
      case 1 -> source.sort("kind", order).sort("number", order);
      default -> source.sort(SortBuilders.fieldSort("_doc"));
    }
  }

  private QueryBuilder query(int depth) {
    return switch (random.nextInt(depth > 0 ? ALL_KINDS : KINDS_WITHOUT_OTHERS_INSIDE)) {
      case 0 -> QueryBuilders.matchAllQuery();
      case 1 -> QueryBuilders.matchQuery("text", word() + " " + word() + " " + word());
      case 2 ->
          QueryBuilders.matchPhraseQuery("text", word() + " " + word()).slop(random.nextInt(4));
      case 3 -> QueryBuilders.prefixQuery("text", "w" + (1 + random.nextInt(3)));
      case 4 ->
          QueryBuilders.rangeQuery("number")
              .from(random.nextInt(250))
              .to(250 + random.nextInt(250));
      case 5 -> QueryBuilders.termsQuery("kind", List.of("k1", "k5", "k" + random.nextInt(17)));
      case 6 -> ofOtherWords();
      case 7 -> QueryBuilders.functionScoreQuery(query(depth - 1)).boost(2);
      case 8 -> QueryBuilders.constantScoreQuery(query(depth - 1)).boost(3);
      case 9 -> QueryBuilders.boostingQuery(query(depth - 1), query(depth - 1)).negativeBoost(0.5f);
      case 10 ->
          QueryBuilders.disMaxQuery().add(query(depth - 1)).add(query(depth - 1)).tieBreaker(0.3f);
      default -> bool(depth - 1);
    };
  }

  private QueryBuilder ofOtherWords() {
    return switch (random.nextInt(11)) {
      case 0 -> QueryBuilders.wildcardQuery("text", "w?" + random.nextInt(10));
      case 1 -> QueryBuilders.regexpQuery("text", "w[12][0-5]");
      case 2 -> QueryBuilders.fuzzyQuery("text", word());
      case 3 -> QueryBuilders.matchPhrasePrefixQuery("text", word() + " w3");
      case 4 -> QueryBuilders.matchBoolPrefixQuery("text", word() + " " + word() + " w2");
      case 5 -> QueryBuilders.multiMatchQuery(word() + " " + word(), "text", "kind");
      case 6 -> QueryBuilders.queryStringQuery(word() + " AND NOT " + word()).field("text");
      case 7 -> QueryBuilders.simpleQueryStringQuery(word() + " | " + word()).field("text");
      case 8 -> QueryBuilders.idsQuery().addIds("1", "77", Integer.toString(random.nextInt(6_000)));
      case 9 -> QueryBuilders.existsQuery("number");
      default ->
          QueryBuilders.spanNearQuery(
                  QueryBuilders.spanTermQuery("text", word()), 1 + random.nextInt(4))
              .addClause(QueryBuilders.spanTermQuery("text", word()))
              .inOrder(random.nextBoolean());
    };
  }

  private BoolQueryBuilder bool(int depth) {
    var bool = QueryBuilders.boolQuery();
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      switch (random.nextInt(4)) {
        case 0 -> bool.must(query(depth));
        case 1 -> bool.filter(query(depth));
        case 2 -> bool.mustNot(query(depth));
        default -> bool.should(query(depth));
      }
    }
    if (chance(4)) {
      bool.minimumShouldMatch(random.nextInt(3));
    }
    return bool;
  }

  private String word() {
    return "w" + (2 + random.nextInt(38));
  }

  private boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }
}
