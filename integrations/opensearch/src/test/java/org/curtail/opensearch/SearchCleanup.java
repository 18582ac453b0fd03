package org.curtail.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.curtail.testkit.Eventually;
import org.opensearch.action.admin.cluster.node.tasks.list.ListTasksResponse;
import org.opensearch.search.SearchService;

/** Leftovers of searches that must not exist after all have ended. */
final class SearchCleanup {
  private SearchCleanup() {}

  /** Waits until nothing is left of any search: queue, engine, contexts, tasks. */
  static void assertComplete(List<TestNode> nodes) {
    for (TestNode node : nodes) {
      Eventually.is("nobody waits", () -> node.figures().admission().waiting() == 0);
      Eventually.is("nobody runs", () -> node.figures().searches().running() == 0);
      Eventually.is("nothing waits", () -> node.figures().searches().waiting() == 0);
      Eventually.is(
          "no context", () -> node.instance(SearchService.class).getActiveContexts() == 0);
    }
    Eventually.is("no task", () -> tasks(nodes.getFirst()).getTasks().isEmpty());
    assertThat(tasks(nodes.getFirst()).getNodeFailures()).isEmpty();
  }

  private static ListTasksResponse tasks(TestNode node) {
    return node.client()
        .admin()
        .cluster()
        .prepareListTasks()
        .setActions("indices:data/read/search*")
        .get();
  }
}
