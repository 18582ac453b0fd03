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
import org.opensearch.wlm.MutableWorkloadGroupFragment;
import org.opensearch.wlm.MutableWorkloadGroupFragment.ResiliencyMode;
import org.opensearch.wlm.ResourceType;
import org.opensearch.wlm.WorkloadGroupTask;

/** A search is limited by its workload group including the CPU time of its helper threads. */
@Timeout(300)
class WorkloadGroupTest {
  private static final TestNode node = TestNode.shared();

  private static final String MODE = "wlm.workload_group.mode";

  /** May use a hundredth of the node's CPU. */
  private static final WorkloadGroup SMALL =
      new WorkloadGroup(
          "small",
          new MutableWorkloadGroupFragment(
              ResiliencyMode.ENFORCED, Map.of(ResourceType.CPU, 0.01)));

  @BeforeEach
  void enforced() {
    node.set("curtail.policy", "fixed-3");
    node.set(MODE, "enabled");
    change(metadata -> metadata.put(SMALL));
  }

  @AfterEach
  void asBefore() {
    var none = Settings.builder().putNull("curtail.policy").putNull(MODE);
    node.client().admin().cluster().prepareUpdateSettings().setTransientSettings(none).get();
    change(metadata -> metadata.remove(SMALL));
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
  private static ActionFuture<SearchResponse> search() {
    var source =
        new SearchSourceBuilder()
            .query(new SlowWordsPlugin.SlowQueryBuilder(SlowWordsPlugin.HELPERS_COMPUTE));
    StoredContext before = node.threadContext().stashContext();
    try {
      node.threadContext().putHeader(WorkloadGroupTask.WORKLOAD_GROUP_ID_HEADER, SMALL.get_id());
      return node.client().search(new SearchRequest(WordsIndex.name(1)).source(source));
    } finally {
      before.restore();
    }
  }

  @Test
  @Tag("long")
  void aSearchWhoseHelpersTakeMoreThanItsGroupMayIsCancelled() {
    ActionFuture<SearchResponse> answer = search();
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
