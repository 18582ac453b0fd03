package org.curtail.opensearch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.curtail.opensearch.kinds.ExpectedCost;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.Timeline;
import org.curtail.signals.Stint;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;
import org.opensearch.action.search.SearchShardTask;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.tasks.Task;

class QueryTimesTest {
  private static final long SECOND_NANOS = 1_000_000_000;

  private static ShardQuery query() {
    var task =
        new SearchShardTask(
            7, "transport", "query", "", TaskId.EMPTY_TASK_ID, Map.of(Task.X_OPAQUE_ID, "me"));
    return new ShardQuery(
        task, new ShardId("words", "uuid", 2), RequestOptions.NONE, ExpectedCost.UNKNOWN);
  }

  private static long of(Map<Cause, Long> causes, Cause cause) {
    return requireNonNull(causes.get(cause));
  }

  @Test
  void whateverIsToldOfItItsCausesAddUpToItsTime() {
    Cases.random(
        1,
        1_000,
        random -> {
          var times = new QueryTimes();
          if (random.nextBoolean()) {
            times.admitted();
          }
          if (random.nextBoolean()) {
            times.phaseBegan();
          }
          if (random.nextBoolean()) {
            times.searched(random.nextLong(SECOND_NANOS));
          }
          if (random.nextBoolean()) {
            times.served(timeline(random.nextLong(SECOND_NANOS), random.nextLong(SECOND_NANOS)));
          }
          if (random.nextBoolean()) {
            times.phaseEnded(random.nextLong(SECOND_NANOS));
          }
          if (random.nextBoolean()) {
            times.fetched(random.nextLong(SECOND_NANOS));
          }
          long tookNanos = random.nextLong(3 * SECOND_NANOS);
          Map<Cause, Long> causes = times.causes(times.arrivalNanos + tookNanos);
          assertThat(causes).containsOnlyKeys(Cause.values());
          assertThat(causes.values()).allMatch(nanos -> nanos >= 0);
          assertThat(causes.values().stream().mapToLong(Long::longValue).sum())
              .isEqualTo(tookNanos);
        });
  }

  /** A timeline on one thread, without waiting. */
  private static Timeline timeline(long executionNanos, long cpuNanos) {
    var stint = new Stint(1, "thread", 0, executionNanos, cpuNanos, -1, -1, -1, -1, -1, 1, false);
    return new Timeline(
        0,
        0,
        executionNanos,
        executionNanos,
        1,
        1,
        List.of(),
        0,
        0,
        Outcome.COMPLETED,
        0,
        List.of(stint));
  }

  @Test
  void whileAThreadDoesNotComputeItIsNotSearching() {
    var times = new QueryTimes();
    times.admitted();
    times.phaseBegan();
    times.served(timeline(100, 70));
    times.searched(110);
    times.phaseEnded(150);
    times.fetched(20);
    Map<Cause, Long> causes = times.causes(times.arrivalNanos + 1_000 * SECOND_NANOS);
    assertThat(of(causes, Cause.ENGINE)).isZero();
    assertThat(of(causes, Cause.OFF_CPU)).isEqualTo(30);
    assertThat(of(causes, Cause.SEARCH)).isEqualTo(80);
    assertThat(of(causes, Cause.COLLECT)).isEqualTo(40);
    assertThat(of(causes, Cause.FETCH)).isEqualTo(20);
  }

  /** Causes of a query that has waited for a second. */
  private static Map<Cause, Long> waiting() {
    var times = new QueryTimes();
    return times.causes(times.arrivalNanos + SECOND_NANOS);
  }

  @Test
  void aQueryThatIsStillWaitingHasOnlyWaited() {
    Map<Cause, Long> causes = waiting();
    assertThat(of(causes, Cause.ADMISSION)).isEqualTo(SECOND_NANOS);
    assertThat(causes.values().stream().filter(nanos -> nanos > 0)).hasSize(1);
  }

  @Test
  void theLogHasALineForIt() {
    Map<Cause, Long> causes = waiting();
    causes.put(Cause.ADMISSION, 905_160_000L);
    ShardQuery query = query();
    assertThat(SlowLog.line(query.shard, query.task, 1_204_060_000, causes, Cause.ADMISSION))
        .startsWith(
            "[words][2] took[1204.1ms], main_cause[admission], admission[905.2ms], pool_queue[")
        .endsWith("other[0.0ms], id[me]");
  }
}
