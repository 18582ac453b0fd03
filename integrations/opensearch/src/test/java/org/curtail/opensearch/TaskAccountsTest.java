package org.curtail.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchShardTask;
import org.opensearch.core.tasks.resourcetracker.ThreadResourceInfo;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.tasks.Task;
import org.opensearch.tasks.TaskResourceTrackingService;
import org.opensearch.transport.TransportService;

@Timeout(300)
class TaskAccountsTest {
  private static final TestNode node = TestNode.shared();

  @Test
  void whatHelpersDoIsCountedToTheTaskWhileItRunsAndNoLonger() {
    node.set("curtail.policy", "fixed-3");
    Queue<Task> ended = new ConcurrentLinkedQueue<>();
    node.instance(TaskResourceTrackingService.class)
        .addTaskCompletionListener(task -> {
          if (task instanceof SearchShardTask) {
            ended.add(task);
          }
        });
    SlowWordsPlugin.BEGUN.clear();
    var source = new SearchSourceBuilder().query(new SlowWordsPlugin.SlowQueryBuilder("held back"));
    var answer = node.client().search(new SearchRequest(WordsIndex.name(1)).source(source));
    // The query holds one thread: others do all the rest.
    Eventually.is("helped", () -> mostThreads() >= 2);
    SlowWordsPlugin.MAY_GO_ON.release();
    answer.actionGet();
    Eventually.is(
        "counted", () -> ended.stream().anyMatch(task -> task.getResourceStats().size() >= 2));
    assertThat(ended)
        .allSatisfy(task ->
            assertThat(task.getResourceStats().values().stream().flatMap(Collection::stream))
                .noneMatch(ThreadResourceInfo::isActive));
  }

  /** Maximum over the current shard tasks. */
  private static int mostThreads() {
    return node.instance(TransportService.class).getTaskManager().getTasks().values().stream()
        .filter(SearchShardTask.class::isInstance)
        .mapToInt(task -> task.getResourceStats().size())
        .max()
        .orElse(0);
  }
}
