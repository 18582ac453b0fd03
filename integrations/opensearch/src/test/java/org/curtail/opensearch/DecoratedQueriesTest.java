package org.curtail.opensearch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import org.curtail.opensearch.stats.HedgingFigures;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.opensearch.common.settings.Settings;

/**
 * Two nodes with another plugin that tells each receiver who the user is, and queries that a node
 * starts late: none arrives at a node without its user.
 */
@Timeout(300)
class DecoratedQueriesTest {
  private static final String INDEX = "pair";

  /** More than needed to learn that copies are useful. */
  private static final int SEARCHES = 3_000;

  private static HedgingFigures search(Class<?> users, int searches) throws Exception {
    try (TestCluster cluster = TestCluster.start(2, Settings.EMPTY, FaultsPlugin.class, users)) {
      TestNode first = cluster.first();
      PlacedIndex.create(first, INDEX, 1, 1, "n0,n1");
      PlacedIndex.awaitGreen(first);
      first.set("cluster.routing.use_adaptive_replica_selection", "false");
      first.set("curtail.hedge.budget", "0.3");
      first.set("curtail.hedge.percentile", "90");
      first.set("curtail.hedge.enabled", "true");
      UsersPlugin.QUERIES.set(0);
      UsersPlugin.WITHOUT_USER.set(0);
      FaultsPlugin.pause("n0", 0.25, 20, 1);
      for (int i = 0; i < searches && copies(first) < 20; i++) {
        first.client().search(PlacedIndex.search(INDEX)).actionGet();
      }
      FaultsPlugin.pauseNoMore("n0");
      return first.figures().hedging();
    }
  }

  private static long copies(TestNode node) {
    return of(node.figures().hedging(), "copies");
  }

  private static long of(HedgingFigures figures, String event) {
    return requireNonNull(figures.events().get(event));
  }

  @Test
  void whereAnotherPluginHasPreparedTheContextForOneReceiverNoCopyIsSent() throws Exception {
    HedgingFigures figures = search(UsersPlugin.class, 40);
    assertThat(figures.unhedged().get("decorated")).isEqualTo(40);
    assertThat(of(figures, "copies")).isZero();
    assertThat(UsersPlugin.QUERIES).hasValue(40);
    assertThat(UsersPlugin.WITHOUT_USER).hasValue(0);
  }

  @Test
  @Tag("long")
  void whereItPreparesEachCopyCopiesCarryTheUser() throws Exception {
    HedgingFigures figures = search(UsersPlugin.Inside.class, SEARCHES);
    assertThat(figures.unhedged().get("decorated")).isZero();
    assertThat(of(figures, "copies")).isPositive();
    assertThat(UsersPlugin.WITHOUT_USER).hasValue(0);
  }
}
