package org.curtail.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.curtail.Eventually;
import org.curtail.PriorityClass;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.concurrency.OpenSearchRejectedExecutionException;
import org.opensearch.threadpool.ThreadPool;

/** The line in front of a pool with one place, which is taken. */
@Timeout(60)
class WaitingLineTest {
  private final ThreadPool pool =
      new ThreadPool(Settings.builder().put("node.name", "line").build());
  private final WaitingLine line =
      new WaitingLine(() -> true, () -> 1, pool, true, 1, TimeValue.timeValueMinutes(1));
  private final List<String> told = Collections.synchronizedList(new ArrayList<>());
  private final List<ShardQuery> entered = new ArrayList<>();

  @AfterEach
  void close() {
    line.close();
    entered.forEach(ShardQuery::leave);
    ThreadPool.terminate(pool, 10, TimeUnit.SECONDS);
  }

  /** A query of a request whose headers say its name. */
  private void enter(String name, PriorityClass priorityClass) {
    ShardQuery query = WaitingQueriesTest.query(entered.size(), priorityClass);
    entered.add(query);
    ThreadContext context = pool.getThreadContext();
    ThreadContext.StoredContext without = context.stashContext();
    try {
      context.putHeader("name", name);
      line.enter(
          query,
          () -> told.add(context.getHeader("name") + " begins"),
          why -> {
            assertThat(why).isInstanceOf(OpenSearchRejectedExecutionException.class);
            told.add(context.getHeader("name") + " " + why.getMessage());
          });
    } finally {
      without.restore();
    }
  }

  @Test
  void whoHasToMakeRoomIsToldInTheContextOfItsOwnRequestAndCountedToItsClass() {
    enter("first", PriorityClass.NORMAL);
    enter("less important", PriorityClass.BACKGROUND);
    enter("more important", PriorityClass.NORMAL);
    enter("too late", PriorityClass.NORMAL);
    assertThat(told)
        .containsExactly(
            "first begins",
            "less important rejected: 1 shard queries wait on this node already"
                + " (curtail.admission.max_waiting), and one of class normal came, which goes before"
                + " background",
            "too late rejected: 1 shard queries wait on this node already"
                + " (curtail.admission.max_waiting)");
    var figures = line.figures();
    assertThat(figures.waiting()).isEqualTo(1);
    assertThat(figures.waited()).isEqualTo(2);
    assertThat(figures.rejected()).isEqualTo(2);
    assertThat(figures.rejectedByClass())
        .isEqualTo(Map.of("urgent", 0L, "normal", 1L, "background", 1L));
  }

  @Test
  void whoLeavesMakesRoomForTheNextOnce() {
    enter("first", PriorityClass.NORMAL);
    enter("second", PriorityClass.NORMAL);
    assertThat(told).containsExactly("first begins");
    entered.getFirst().leave();
    entered.getFirst().leave();
    Eventually.is("the second begins", () -> told.contains("second begins"));
    enter("third", PriorityClass.NORMAL);
    assertThat(line.figures().waiting()).isEqualTo(1);
    assertThat(told).containsExactly("first begins", "second begins");
  }

  @Test
  void whoWaitsIsToldThatTheNodeStops() {
    enter("first", PriorityClass.NORMAL);
    enter("second", PriorityClass.NORMAL);
    line.close();
    assertThat(told).containsExactly("first begins", "second this node is shutting down");
    assertThat(line.figures().waiting()).isZero();
  }
}
