package org.curtail.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.support.WriteRequest.RefreshPolicy;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.sort.SortOrder;

/** Small indexes with copies on given nodes, and a search with a known response. */
final class PlacedIndex {
  private static final int DOCUMENTS = 300;

  private PlacedIndex() {}

  /**
   * Creates an index.
   *
   * @param nodes names of nodes, separated by commas
   */
  static void create(TestNode node, String name, int shards, int replicas, String nodes) {
    node.client()
        .admin()
        .indices()
        .prepareCreate(name)
        .setSettings(
            Settings.builder()
                .put("index.number_of_shards", shards)
                .put("index.number_of_replicas", replicas)
                .put("index.requests.cache.enable", false)
                .put("index.routing.allocation.include._name", nodes))
        .setMapping("order", "type=long", "text", "type=text")
        .get();
    var bulk = new BulkRequest().setRefreshPolicy(RefreshPolicy.IMMEDIATE);
    for (int i = 0; i < DOCUMENTS; i++) {
      bulk.add(
          new IndexRequest(name)
              .id(Integer.toString(i))
              .source(Map.of("order", i, "text", "all w" + i % 7 + " v" + i % 5)));
    }
    assertThat(node.client().bulk(bulk).actionGet().hasFailures()).isFalse();
  }

  /** Waits until all copies are active. */
  static void awaitGreen(TestNode node) {
    var health =
        node.client()
            .admin()
            .cluster()
            .prepareHealth()
            .setWaitForGreenStatus()
            .setTimeout("120s")
            .get();
    assertThat(health.isTimedOut()).isFalse();
  }

  /** Searches for the first twenty matches. */
  static SearchRequest search(String... indexes) {
    return new SearchRequest(indexes)
        .source(
            new SearchSourceBuilder()
                .query(QueryBuilders.matchQuery("text", "w3 v1"))
                .size(20)
                .sort("_score", SortOrder.DESC)
                .sort("order", SortOrder.ASC));
  }

  /** Number of matching documents of one index. */
  static long matching() {
    long matching = 0;
    for (int i = 0; i < DOCUMENTS; i++) {
      matching += i % 7 == 3 || i % 5 == 1 ? 1 : 0;
    }
    return matching;
  }
}
