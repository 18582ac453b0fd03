package org.curtail.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.opensearch.ExceptionsHelper;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.search.builder.SearchSourceBuilder;

/** OpenSearch's search backpressure cancels a search for the CPU time of its helper threads. */
@Timeout(300)
class BackpressureTest {
  private static final TestNode node = TestNode.shared();

  /**
   * Any CPU use is duress, any memory use is much, and a fifth of a second of CPU is too much for a
   * shard query.
   */
  private static final Map<String, String> STRICT =
      Map.of(
          "search_backpressure.mode", "enforced",
          "search_backpressure.node_duress.num_successive_breaches", "1",
          "search_backpressure.node_duress.cpu_threshold", "0.0",
          "search_backpressure.search_shard_task.total_heap_percent_threshold", "0.0",
          "search_backpressure.search_shard_task.cancellation_ratio", "1.0",
          "search_backpressure.search_shard_task.cpu_time_millis_threshold", "200");

  @BeforeEach
  void strict() {
    node.set("curtail.policy", "fixed-3");
    set(Settings.builder().putProperties(STRICT, name -> name));
  }

  @AfterEach
  void asBefore() {
    var none = Settings.builder().putNull("curtail.policy");
    STRICT.keySet().forEach(none::putNull);
    set(none);
  }

  private static void set(Settings.Builder settings) {
    node.client().admin().cluster().prepareUpdateSettings().setTransientSettings(settings).get();
  }

  @Test
  void aSearchWhoseHelpersTakeTooMuchIsCancelledAndNothingIsLeftOfIt() {
    var source =
        new SearchSourceBuilder()
            .query(new SlowWordsPlugin.SlowQueryBuilder(SlowWordsPlugin.HELPERS_COMPUTE));
    var answer = node.client().search(new SearchRequest(WordsIndex.name(1)).source(source));
    // The query's own thread is held meanwhile and uses no CPU.
    try {
      Eventually.is("cancelled", node::isAShardQueryCancelled);
    } finally {
      SlowWordsPlugin.MAY_GO_ON.release();
    }
    assertThatThrownBy(answer::actionGet)
        .satisfies(failure -> {
          Throwable cause = ExceptionsHelper.unwrap(failure, TaskCancelledException.class);
          assertThat(cause).hasMessageContaining("cpu usage exceeded");
        });
    SearchCleanup.assertComplete(List.of(node));
  }
}
