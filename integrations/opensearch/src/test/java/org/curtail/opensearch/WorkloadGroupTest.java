package org.curtail.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.opensearch.ExceptionsHelper;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.search.SearchShardTask;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.ClusterStateUpdateTask;
import org.opensearch.cluster.metadata.Metadata;
import org.opensearch.cluster.metadata.WorkloadGroup;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.action.ActionFuture;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.util.concurrent.ThreadContext.StoredContext;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.transport.TransportService;
import org.opensearch.wlm.MutableWorkloadGroupFragment;
import org.opensearch.wlm.MutableWorkloadGroupFragment.ResiliencyMode;
import org.opensearch.wlm.ResourceType;
import org.opensearch.wlm.WorkloadGroupTask;

/** A search is limited by its workload group including the CPU time of its helper threads. */
@Timeout(300)
class WorkloadGroupTest {
  private static final TestNode node = TestNode.shared();

  private static final String MODE = "wlm.workload_group.mode";

  private static final WorkloadGroup SMALL = group("small", ResiliencyMode.ENFORCED);

  /** Its searches are not cancelled while the node is well. */
  private static final WorkloadGroup SOFT = group("soft", ResiliencyMode.SOFT);

  /** Creates a group that may use a hundredth of the node's CPU. */
  private static WorkloadGroup group(String name, ResiliencyMode mode) {
    return new WorkloadGroup(
        name, new MutableWorkloadGroupFragment(mode, Map.of(ResourceType.CPU, 0.01)));
  }

  @BeforeEach
  void enforced() {
    node.set("curtail.policy", "fixed-3");
    node.set(MODE, "enabled");
    change(metadata -> metadata.put(SMALL).put(SOFT));
  }

  @AfterEach
  void asBefore() {
    var none = Settings.builder().putNull("curtail.policy").putNull(MODE);
    node.client().admin().cluster().prepareUpdateSettings().setTransientSettings(none).get();
    change(metadata -> metadata.remove(SMALL).remove(SOFT));
  }

  private static void change(UnaryOperator<Metadata.Builder> change) {
    node.instance(ClusterService.class)
        .submitStateUpdateTask(
            "for the test",
            new ClusterStateUpdateTask() {
              @Override
              public ClusterState execute(ClusterState state) {
                Metadata changed = change.apply(Metadata.builder(state.metadata())).build();
                return ClusterState.builder(state).metadata(changed).build();
              }

              @Override
              public void onFailure(String source, Exception e) {
                throw new AssertionError(source, e);
              }
            });
  }

  /** A search with one held thread that computes nothing; its helpers compute. */
  private static ActionFuture<SearchResponse> search(WorkloadGroup group) {
    var source =
        new SearchSourceBuilder()
            .query(new SlowWordsPlugin.SlowQueryBuilder(SlowWordsPlugin.HELPERS_COMPUTE));
    StoredContext before = node.threadContext().stashContext();
    try {
      node.threadContext().putHeader(WorkloadGroupTask.WORKLOAD_GROUP_ID_HEADER, group.get_id());
      return node.client().search(new SearchRequest(WordsIndex.name(1)).source(source));
    } finally {
      before.restore();
    }
  }

  private static boolean isThrottled() {
    return node.instance(TransportService.class).getTaskManager().getTasks().values().stream()
        .anyMatch(task ->
            task instanceof SearchShardTask shard
                && node.instance(TaskAccounts.class).isThrottled(shard));
  }

  /** Its waiting queries then go before no others: {@link AdmissionQueueTest}. */
  @Test
  void aGroupIsThrottledForTheWorkOfHelpersIfLimitsAreEnforced() {
    ActionFuture<SearchResponse> answer = search(SOFT);
    try {
      Eventually.is("throttled", WorkloadGroupTest::isThrottled);
      node.set(MODE, "monitor_only");
      assertThat(isThrottled()).isFalse();
    } finally {
      SlowWordsPlugin.MAY_GO_ON.release();
    }
    assertThat(answer.actionGet().getHits().getHits()).isNotEmpty();
  }

  @Test
  @Tag("long")
  void aSearchWhoseHelpersTakeMoreThanItsGroupMayIsCancelled() {
    ActionFuture<SearchResponse> answer = search(SMALL);
    try {
      Eventually.is("cancelled", node::isAShardQueryCancelled);
    } finally {
      SlowWordsPlugin.MAY_GO_ON.release();
    }
    assertThatThrownBy(answer::actionGet)
        .satisfies(failure -> {
          Throwable cause = ExceptionsHelper.unwrap(failure, TaskCancelledException.class);
          assertThat(cause).hasMessageContaining(SMALL.get_id());
        });
    SearchCleanup.assertComplete(List.of(node));
  }
}
