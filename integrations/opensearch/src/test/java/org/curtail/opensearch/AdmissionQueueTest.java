package org.curtail.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.curtail.PriorityClass;
import org.curtail.opensearch.kinds.ExpectedCost;
import org.curtail.opensearch.kinds.SearchCosts;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.concurrency.OpenSearchRejectedExecutionException;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.threadpool.ThreadPool;

/** A queue in front of a pool with one place, which is taken. */
@Timeout(60)
class AdmissionQueueTest {
  private final ThreadPool pool =
      new ThreadPool(Settings.builder().put("node.name", "line").build());
  private final AdmissionQueue queue =
      new AdmissionQueue(
          () -> true, () -> 1, new SearchCosts(2), pool, true, 1, TimeValue.timeValueMinutes(1));
  private final List<String> told = Collections.synchronizedList(new ArrayList<>());
  private final List<ShardQuery> entered = new ArrayList<>();

  @AfterEach
  void close() {
    queue.close();
    entered.forEach(ShardQuery::releasePlace);
    ThreadPool.terminate(pool, 10, TimeUnit.SECONDS);
  }

  /** Enters a query of a request whose headers contain its name. */
  private void enter(String name, PriorityClass priorityClass) {
    ShardQuery query = WaitingQueriesTest.query(entered.size(), priorityClass);
    entered.add(query);
    ThreadContext context = pool.getThreadContext();
    ThreadContext.StoredContext without = context.stashContext();
    try {
      context.putHeader("name", name);
      queue.enter(
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
            "less important rejected: 1 shard queries already wait on this node"
                + " (curtail.admission.max_waiting), and a query of class normal arrived, which goes before"
                + " background",
            "too late rejected: 1 shard queries already wait on this node"
                + " (curtail.admission.max_waiting)");
    var figures = queue.figures();
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
    entered.getFirst().releasePlace();
    entered.getFirst().releasePlace();
    Eventually.is("the second begins", () -> told.contains("second begins"));
    enter("third", PriorityClass.NORMAL);
    assertThat(queue.figures().waiting()).isEqualTo(1);
    assertThat(told).containsExactly("first begins", "second begins");
  }

  @Test
  void whoWaitsIsToldThatTheNodeStops() {
    enter("first", PriorityClass.NORMAL);
    enter("second", PriorityClass.NORMAL);
    queue.close();
    assertThat(told).containsExactly("first begins", "second this node is shutting down");
    assertThat(queue.figures().waiting()).isZero();
  }

  @Test
  void whoHasWaitedForTooLongIsRefusedAndCounted() {
    enter("first", PriorityClass.NORMAL);
    enter("second", PriorityClass.NORMAL);
    queue.timeout(TimeValue.timeValueMillis(1));
    Eventually.is("the second is refused", () -> told.size() == 2);
    assertThat(told.getLast())
        .isEqualTo("second rejected: waited 1ms for a place (curtail.admission.timeout)");
    assertThat(queue.figures().timedOut()).isEqualTo(1);
    assertThat(queue.figures().cancelled()).isZero();
    assertThat(queue.figures().waiting()).isZero();
    // It holds no place: the next one gets the first one's place.
    queue.timeout(TimeValue.timeValueMinutes(1));
    enter("third", PriorityClass.NORMAL);
    entered.getFirst().releasePlace();
    Eventually.is("the third begins", () -> told.contains("third begins"));
  }

  @Test
  void whoIsCancelledWhileItWaitsIsToldSoThoughOthersAreNot() {
    queue.maxWaiting(2);
    List<Exception> refused = Collections.synchronizedList(new ArrayList<>());
    enter("first", PriorityClass.NORMAL);
    ShardQuery cancelled = WaitingQueriesTest.query(50, PriorityClass.NORMAL);
    queue.enter(cancelled, () -> told.add("the cancelled one begins"), refused::add);
    enter("third", PriorityClass.NORMAL);
    cancelled.task.cancel("by request");
    Eventually.is("it is told", () -> refused.size() == 1);
    assertThat(refused.getFirst())
        .isInstanceOf(TaskCancelledException.class)
        .hasMessage("cancelled task with reason: by request");
    assertThat(queue.figures().cancelled()).isEqualTo(1);
    assertThat(queue.figures().timedOut()).isZero();
    assertThat(queue.figures().waiting()).isEqualTo(1);
    assertThat(told).containsExactly("first begins");
  }

  @Test
  void aPoolThatGrowsTakesInWhoWaits() {
    var places = new AtomicInteger(1);
    var asked = new AtomicInteger();
    IntSupplier supplier =
        () -> {
          asked.incrementAndGet();
          return places.get();
        };
    try (var growing =
        new AdmissionQueue(
            () -> true,
            supplier,
            new SearchCosts(2),
            pool,
            true,
            5,
            TimeValue.timeValueMinutes(1))) {
      ShardQuery first = WaitingQueriesTest.query(60, PriorityClass.NORMAL);
      ShardQuery second = WaitingQueriesTest.query(61, PriorityClass.NORMAL);
      growing.enter(first, () -> told.add("first"), why -> told.add("refused"));
      growing.enter(second, () -> told.add("second"), why -> told.add("refused"));
      assertThat(told).containsExactly("first");
      int before = asked.get();
      Eventually.is("it looks again and again", () -> asked.get() >= before + 4);
      assertThat(told).containsExactly("first");
      places.set(2);
      Eventually.is("the second begins", () -> told.contains("second"));
      assertThat(told).containsExactly("first", "second");
      first.releasePlace();
      second.releasePlace();
    }
  }

  @Test
  void queriesWaitWhileTheLineIsOpenAndUsed() {
    var used = new AtomicBoolean(true);
    try (var other =
        new AdmissionQueue(
            used::get, () -> 1, new SearchCosts(2), pool, true, 1, TimeValue.timeValueMinutes(1))) {
      assertThat(other.isOpen()).isTrue();
      other.open(false);
      assertThat(other.isOpen()).isFalse();
      other.open(true);
      used.set(false);
      assertThat(other.isOpen()).isFalse();
    }
  }

  private static final SearchSourceBuilder LOOK_UP =
      new SearchSourceBuilder().query(QueryBuilders.matchQuery("title", "word"));
  private static final SearchSourceBuilder LONG =
      new SearchSourceBuilder().query(QueryBuilders.prefixQuery("title", "w"));

  /** Returns costs of a node of two cores that has served look-ups and long searches. */
  private static SearchCosts learned() {
    var costs = new SearchCosts(2);
    long nowNanos = System.nanoTime();
    for (int i = 0; i < 200; i++) {
      long millis = i % 10 == 0 ? 1_000 : 1;
      long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
      costs.ended(costs.expect("words", millis == 1 ? LOOK_UP : LONG), nanos, nanos, nowNanos);
    }
    return costs;
  }

  private ShardQuery enter(
      AdmissionQueue to, SearchCosts costs, SearchSourceBuilder source, String name) {
    ShardQuery query =
        WaitingQueriesTest.query(
            100 + entered.size(), PriorityClass.NORMAL, costs.expect("words", source));
    entered.add(query);
    to.enter(query, () -> told.add(name), why -> told.add(name + " refused"));
    return query;
  }

  @Test
  void longQueriesLeaveAPlaceToAShortOneAndGoOnWhenOneOfThemEnds() {
    SearchCosts costs = learned();
    try (var four =
        new AdmissionQueue(
            () -> true, () -> 4, costs, pool, true, 5, TimeValue.timeValueMinutes(1))) {
      ShardQuery first = enter(four, costs, LONG, "long 1");
      enter(four, costs, LONG, "long 2");
      enter(four, costs, LONG, "long 3");
      enter(four, costs, LOOK_UP, "short");
      assertThat(told).containsExactly("long 1", "long 2", "short");
      first.releasePlace();
      Eventually.is("the third begins", () -> told.contains("long 3"));
    }
  }

  @Test
  void aShortQueryGoesBeforeALongOneThatHasJustArrived() {
    SearchCosts costs = learned();
    try (var one =
        new AdmissionQueue(
            () -> true, () -> 1, costs, pool, true, 5, TimeValue.timeValueMinutes(1))) {
      ShardQuery first = enter(one, costs, LOOK_UP, "short 1");
      enter(one, costs, LONG, "long");
      enter(one, costs, LOOK_UP, "short 2");
      first.releasePlace();
      Eventually.is("the next begins", () -> told.size() == 2);
      assertThat(told).containsExactly("short 1", "short 2");
    }
  }

  /** Then the long one, which has come first, begins first. */
  @Test
  void ifExpectedCostsAreUpsideDownTheOrderIsThatOfArrival() {
    SearchCosts costs = learned();
    ExpectedCost lookUp = costs.expect("words", LOOK_UP);
    ExpectedCost longOne = costs.expect("words", LONG);
    long nowNanos = System.nanoTime();
    for (int i = 0; i < 200; i++) {
      costs.ended(upsideDown(lookUp, longOne), 1_000_000, 1_000_000, nowNanos);
      costs.ended(upsideDown(longOne, lookUp), 1_000_000_000, 1_000_000_000, nowNanos);
    }
    try (var one =
        new AdmissionQueue(
            () -> true, () -> 1, costs, pool, true, 5, TimeValue.timeValueMinutes(1))) {
      ShardQuery first = enter(one, costs, LOOK_UP, "short 1");
      enter(one, costs, LONG, "long");
      enter(one, costs, LOOK_UP, "short 2");
      first.releasePlace();
      Eventually.is("the next begins", () -> told.size() == 2);
      assertThat(told).containsExactly("short 1", "long");
    }
  }

  /** Returns the cost of a search of which the cost of another one was expected. */
  private static ExpectedCost upsideDown(ExpectedCost search, ExpectedCost other) {
    return new ExpectedCost(search.shape(), other.estimate(), other.rankNanos(), other.isLong());
  }
}
