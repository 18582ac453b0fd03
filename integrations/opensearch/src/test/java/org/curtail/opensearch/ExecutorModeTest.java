package org.curtail.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.curtail.opensearch.stats.NodeFigures;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchShardTask;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.tasks.resourcetracker.ThreadResourceInfo;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.plugins.Plugin;
import org.opensearch.plugins.SearchPlugin;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.query.QueryPhaseSearcher;
import org.opensearch.search.query.QueryPhaseSearcherWrapper;
import org.opensearch.tasks.Task;
import org.opensearch.tasks.TaskResourceTrackingService;

/** Beside another plugin that replaces OpenSearch's searcher. Each node takes seconds to start. */
@Tag("long")
@Timeout(300)
class ExecutorModeTest {
  /** Searches as OpenSearch does. */
  public static final class OtherPlugin extends Plugin implements SearchPlugin {
    @Override
    public Optional<QueryPhaseSearcher> getQueryPhaseSearcher() {
      return Optional.of(new QueryPhaseSearcherWrapper());
    }
  }

  @TempDir private Path home;

  @Test
  void theOtherOneSearchesAndItsAnswersAreTheSame() throws Exception {
    Settings executor =
        Settings.builder()
            .put("curtail.mode", "executor")
            .put("search.concurrent.max_slice_count", 3)
            .build();
    TestNode node = TestNode.start(home, executor, OtherPlugin.class);
    try {
      node.set("curtail.policy", "fixed-3");
      WordsIndex.create(node.client(), 1);
      var request =
          new SearchRequest(WordsIndex.name(1))
              .source(
                  new SearchSourceBuilder()
                      .query(QueryBuilders.matchQuery("text", "w3 w5"))
                      .trackTotalHits(true));
      var hits = node.client().search(request).actionGet().getHits();
      assertThat(node.figures().mode()).isEqualTo("executor");
      assertThat(node.figures().queryPhases().values()).containsOnly(0L);
      node.set("curtail.enabled", "false");
      assertThat(node.client().search(request).actionGet().getHits().getTotalHits())
          .isEqualTo(hits.getTotalHits());
    } finally {
      node.close(home);
    }
  }

  /** The first slice that begins is held, so the others run only if another thread joins. */
  @Test
  void slicesOfOneSearchRunOnTheEngineToo() throws Exception {
    Settings executor =
        Settings.builder()
            .put("curtail.mode", "executor")
            .put("search.concurrent.max_slice_count", 3)
            .build();
    TestNode node = TestNode.start(home, executor);
    try {
      node.set("curtail.policy", "fixed-3");
      WordsIndex.create(node.client(), 1);
      NodeFigures.Searches before = node.figures().searches();
      Queue<Task> ended = new ConcurrentLinkedQueue<>();
      node.instance(TaskResourceTrackingService.class).addTaskCompletionListener(ended::add);
      SlowWordsPlugin.THREADS.clear();
      SlowWordsPlugin.HEADERS.clear();
      node.threadContext().putHeader(SlowWordsPlugin.HEADER, "ours");
      var source =
          new SearchSourceBuilder()
              .query(new SlowWordsPlugin.SlowQueryBuilder("in slices"))
              .trackTotalHits(true);
      var search = node.client().search(new SearchRequest(WordsIndex.name(1)).source(source));
      try {
        Eventually.is("two threads", () -> SlowWordsPlugin.THREADS.size() > 1);
      } finally {
        SlowWordsPlugin.MAY_GO_ON.release();
      }
      var all =
          new SearchRequest(WordsIndex.name(1))
              .source(new SearchSourceBuilder().trackTotalHits(true));
      assertThat(search.actionGet().getHits().getTotalHits())
          .isEqualTo(node.client().search(all).actionGet().getHits().getTotalHits());
      assertThat(SlowWordsPlugin.THREADS).anyMatch(name -> name.startsWith("curtail"));
      assertThat(SlowWordsPlugin.HEADERS).containsExactly("ours");
      Eventually.is("completed", () -> node.figures().searches().completed() > before.completed());
      NodeFigures.Searches after = node.figures().searches();
      assertThat(after.severalThreads()).isGreaterThan(before.severalThreads());
      assertThat(after.failed()).isZero();
      Eventually.is(
          "counted to the task",
          () ->
              ended.stream()
                  .anyMatch(task ->
                      task instanceof SearchShardTask && task.getResourceStats().size() > 1));
      assertThat(ended)
          .allSatisfy(task ->
              assertThat(task.getResourceStats().values().stream().flatMap(Collection::stream))
                  .noneMatch(ThreadResourceInfo::isActive));

      node.set("curtail.enabled", "false");
      SlowWordsPlugin.THREADS.clear();
      var without = node.client().search(new SearchRequest(WordsIndex.name(1)).source(source));
      try {
        Eventually.is(
            "OpenSearch's own",
            () ->
                SlowWordsPlugin.THREADS.stream()
                    .anyMatch(name -> name.contains("[index_searcher]")));
      } finally {
        SlowWordsPlugin.MAY_GO_ON.release();
      }
      assertThat(without.actionGet().getFailedShards()).isZero();
    } finally {
      node.close(home);
    }
  }

  @Test
  void whoInsistsOnSearchingBesideAnotherIsRefusedByOpenSearch() {
    assertThatThrownBy(() -> TestNode.start(home, Settings.EMPTY, OtherPlugin.class))
        .hasStackTraceContaining("Only one QueryPhaseSearcher is allowed");
  }
}
