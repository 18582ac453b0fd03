package org.curtail.opensearch.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.opensearch.common.settings.Settings;
import org.opensearch.node.ResponseCollectorService;
import org.opensearch.node.ResponseCollectorService.ComputedNodeStats;
import org.opensearch.search.query.QuerySearchResult;
import org.opensearch.threadpool.ThreadPool;

/** OpenSearch's statistics of nodes, by which it chooses copies. */
@Timeout(300)
class ReplicaTimesTest {
  private final ThreadPool pool =
      new ThreadPool(Settings.builder().put("node.name", "times").build());
  private final ResponseCollectorService known =
      new ResponseCollectorService(Clusters.service(pool, Copies.state(Settings.EMPTY, false)));
  private final ReplicaTimes times = new ReplicaTimes(known);

  @AfterEach
  void close() {
    ThreadPool.terminate(pool, 10, TimeUnit.SECONDS);
  }

  private static QuerySearchResult measured(long serviceNanos, int queue) {
    QuerySearchResult result = Results.found(2);
    result.serviceTimeEWMA(serviceNanos);
    result.nodeQueueSize(queue);
    return result;
  }

  private ComputedNodeStats stats(int node) {
    return known.getNodeStatistics("n" + node).orElseThrow();
  }

  @Test
  void whoHasAnsweredIsCreditedAndNobodyElseAfterwards() {
    QuerySearchResult result = measured(2_000, 0);
    times.answered(Copies.node(2), result, 5_000);
    assertThat(stats(2).queueSize).isZero();
    assertThat(stats(2).responseTime).isEqualTo(5_000);
    assertThat(stats(2).serviceTime).isEqualTo(2_000);
    // With this value OpenSearch would credit the node that it has asked itself.
    assertThat(result.serviceTimeEWMA()).isNegative();
  }

  @Test
  void anAnswerThatSaysNothingOfItsNodeCreditsNobody() {
    times.answered(Copies.node(2), measured(0, 3), 5_000);
    times.answered(Copies.node(2), measured(2_000, -1), 5_000);
    assertThat(known.getNodeStatistics("n2")).isEmpty();
  }

  @Test
  void aNodeIsAtLeastAsSlowAsItHasKeptAQueryWaiting() {
    known.addNodeStatistics("n1", 4, 1_000, 700);
    times.late(Copies.node(1), 9_000);
    assertThat(stats(1).responseTime).isBetween(1_001.0, 9_000.0);
    assertThat(stats(1).queueSize).isEqualTo(4);
    assertThat(stats(1).serviceTime).isEqualTo(700);
  }

  @Test
  void aNodeThatMayBeAsQuickAsBeforeIsTakenToBe() {
    known.addNodeStatistics("n1", 4, 1_000, 700);
    times.late(Copies.node(1), 900);
    assertThat(stats(1).responseTime).isEqualTo(1_000);
    times.late(Copies.node(3), 900);
    assertThat(known.getNodeStatistics("n3")).isEmpty();
  }
}
