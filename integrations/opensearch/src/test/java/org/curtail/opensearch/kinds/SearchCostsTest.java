package org.curtail.opensearch.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.builder.SearchSourceBuilder;

class SearchCostsTest {
  private static final long MILLI = 1_000_000;
  private static final SearchSourceBuilder LOOK_UP =
      new SearchSourceBuilder().query(QueryBuilders.matchQuery("title", "word"));
  private static final SearchSourceBuilder LONG =
      new SearchSourceBuilder().query(QueryBuilders.prefixQuery("title", "w"));

  private final SearchCosts costs = new SearchCosts(2);
  private long nowNanos;

  private void serve(int searches, long lookUpMillis, long longMillis) {
    for (int i = 0; i < searches; i++) {
      boolean isLong = i % 10 == 0;
      long nanos = (isLong ? longMillis : lookUpMillis) * MILLI;
      nowNanos += 10 * MILLI;
      costs.ended(costs.expect("logs", isLong ? LONG : LOOK_UP), nanos, nanos, nowNanos);
    }
  }

  @Test
  void aLongSearchGoesBeforeANewLookUpOnceItHasWaitedForItsOwnTime() {
    serve(500, 1, 1_000);
    ExpectedCost lookUp = costs.expect("logs", LOOK_UP);
    ExpectedCost longOne = costs.expect("logs", LONG);
    assertThat(longOne.isLong()).isTrue();
    assertThat(lookUp.isLong()).isFalse();
    assertThat(longOne.rankNanos() - lookUp.rankNanos()).isBetween(900 * MILLI, 1_000 * MILLI);
    assertThat(costs.placesOfLong(4, false, nowNanos)).isEqualTo(2);
    assertThat(costs.placesOfLong(4, true, nowNanos)).isEqualTo(3);
  }

  @Test
  void searchesOfUnknownCostAreServedInOrderOfArrival() {
    ExpectedCost one = costs.expect("logs", LOOK_UP);
    ExpectedCost other = costs.expect("logs", LONG);
    assertThat(one.rankNanos()).isEqualTo(other.rankNanos());
    assertThat(other.isLong()).isFalse();
  }

  @Test
  void aSearchThatRunsForLongIsLongWhateverWasExpected() {
    serve(500, 1, 1_000);
    ExpectedCost lookUp = costs.expect("logs", LOOK_UP);
    assertThat(costs.isLong(lookUp, MILLI)).isFalse();
    assertThat(costs.isLong(lookUp, 500 * MILLI)).isTrue();
  }

  @Test
  void kindsThatChangePlacesAreKnownAgainAfterAHundredSearchesOfThem() {
    serve(2_000, 1, 1_000);
    serve(1_000, 1_000, 1);
    assertThat(costs.expect("logs", LONG).rankNanos())
        .isLessThan(costs.expect("logs", LOOK_UP).rankNanos());
  }

  @Test
  void ifExpectedCostsAreUpsideDownTheOrderIsThatOfArrivalAndNothingIsLong() {
    serve(500, 1, 1_000);
    ExpectedCost lookUp = costs.expect("logs", LOOK_UP);
    ExpectedCost longOne = costs.expect("logs", LONG);
    for (int i = 0; i < 200; i++) {
      costs.ended(upsideDown(lookUp, longOne), MILLI, MILLI, nowNanos);
      costs.ended(upsideDown(longOne, lookUp), 1_000 * MILLI, 1_000 * MILLI, nowNanos);
    }
    assertThat(costs.expect("logs", LONG).rankNanos()).isZero();
    assertThat(costs.expect("logs", LONG).isLong()).isFalse();
    assertThat(costs.expect("logs", LOOK_UP).rankNanos()).isZero();
  }

  /** Returns the cost of a search of which the cost of another one was expected. */
  private static ExpectedCost upsideDown(ExpectedCost search, ExpectedCost other) {
    return new ExpectedCost(search.shape(), other.estimate(), other.rankNanos(), other.isLong());
  }
}
