package org.curtail.opensearch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.action.ActionFuture;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.index.Index;
import org.opensearch.index.shard.IndexShard;
import org.opensearch.indices.IndicesService;
import org.opensearch.search.builder.SearchSourceBuilder;

/** Searches of a shard without recent searches wait for its refresh. */
@Timeout(300)
class IdleShardTest {
  private static final String INDEX = "idle";

  /** More than there are places: the node's pool has five threads. */
  private static final int SEARCHES = 8;

  private static final TestNode node = TestNode.shared();

  private static SearchRequest all(String index) {
    return new SearchRequest(index).source(new SearchSourceBuilder().trackTotalHits(true));
  }

  private static IndexShard shard() {
    Index index =
        requireNonNull(node.instance(ClusterService.class).state().metadata().index(INDEX))
            .getIndex();
    return node.instance(IndicesService.class).indexServiceSafe(index).getShard(0);
  }

  @Test
  void whileTheyWaitOthersAreAnswered() {
    node.set("cluster.default.index.refresh_interval", "60s");
    try {
      node.client()
          .admin()
          .indices()
          .prepareCreate(INDEX)
          .setSettings(
              Settings.builder()
                  .put("index.number_of_shards", 1)
                  .put("index.number_of_replicas", 0)
                  .put("index.search.idle.after", "1ms"))
          .get();
      node.client().index(new IndexRequest(INDEX).source("text", "late")).actionGet();
      IndexShard shard = shard();
      shard.scheduledRefresh();
      assertThat(shard.hasRefreshPending()).isTrue();
      var waiting = new ArrayList<ActionFuture<SearchResponse>>();
      for (int i = 0; i < SEARCHES; i++) {
        waiting.add(node.client().search(all(INDEX)));
      }
      SearchResponse other =
          node.client().search(all(WordsIndex.name(1))).actionGet(TimeValue.timeValueSeconds(20));
      assertThat(other.getFailedShards()).isZero();
      assertThat(waiting).noneMatch(ActionFuture::isDone);

      node.client().admin().indices().prepareRefresh(INDEX).get();
      for (ActionFuture<SearchResponse> search : waiting) {
        assertThat(requireNonNull(search.actionGet().getHits().getTotalHits()).value()).isOne();
      }
    } finally {
      node.client().admin().indices().prepareDelete(INDEX).get();
      node.set("cluster.default.index.refresh_interval", "1s");
    }
  }
}
