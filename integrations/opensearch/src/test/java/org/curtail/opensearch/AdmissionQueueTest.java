package org.curtail.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.curtail.PriorityClass;
import org.curtail.opensearch.kinds.SearchCosts;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.opensearch.action.search.SearchShardTask;
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

  /** Tasks with CPU times and workload groups as a test says. */
  private static final class Tasks implements AdmissionQueue.Accounts {
    final Set<Long> throttled = ConcurrentHashMap.newKeySet();
    final Map<Long, Long> cpuNanos = new ConcurrentHashMap<>();

    @Override
    public boolean isThrottled(SearchShardTask task) {
      return throttled.contains(task.getId());
    }

    @Override
    public long cpuNanos(SearchShardTask task) {
      return cpuNanos.getOrDefault(task.getId(), 0L);
    }
  }

  private final Tasks tasks = new Tasks();
  private final AdmissionQueue queue =
      new AdmissionQueue(
          () -> true,
          tasks,
          () -> 1,
          new SearchCosts(2),
          pool,
          true,
          1,
          TimeValue.timeValueMinutes(1));
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
    SearchPool supplier =
        () -> {
          asked.incrementAndGet();
          return places.get();
        };
    try (var growing =
        new AdmissionQueue(
            () -> true,
            tasks,
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
            used::get,
            tasks,
            () -> 1,
            new SearchCosts(2),
            pool,
            true,
            1,
            TimeValue.timeValueMinutes(1))) {
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
            () -> true, tasks, () -> 4, costs, pool, true, 5, TimeValue.timeValueMinutes(1))) {
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
            () -> true, tasks, () -> 1, costs, pool, true, 5, TimeValue.timeValueMinutes(1))) {
      ShardQuery first = enter(one, costs, LOOK_UP, "short 1");
      enter(one, costs, LONG, "long");
      enter(one, costs, LOOK_UP, "short 2");
      first.releasePlace();
      Eventually.is("the next begins", () -> told.size() >= 2);
      assertThat(told).startsWith("short 1", "short 2");
    }
  }

  /** A pool whose present size is known. */
  private static final class Pool implements SearchPool {
    private final int configured;
    private volatile int size;

    Pool(int threads) {
      configured = threads;
      size = threads;
    }

    @Override
    public int threads() {
      return configured;
    }

    @Override
    public void resize(int threads) {
      size = threads;
    }
  }

  @Test
  void ifLongQueriesHoldAllPlacesShortOnesGetFurtherThreadsAtMostAsManyAndGiveThemBack() {
    var costs = new SearchCosts(2);
    var search = new Pool(2);
    try (var two =
        new AdmissionQueue(
            () -> true, tasks, search, costs, pool, true, 5, TimeValue.timeValueHours(1))) {
      // Nobody knows that these are long.
      ShardQuery first = enter(two, costs, LONG, "long 1");
      ShardQuery second = enter(two, costs, LONG, "long 2");
      ShardQuery third = enter(two, costs, LOOK_UP, "short 1");
      assertThat(told).containsExactly("long 1", "long 2");
      costs.ended(costs.expect("words", LOOK_UP), 1_000_000, 1_000_000, System.nanoTime());
      tasks.cpuNanos.put(first.task.getId(), 1_000_000_000L);
      tasks.cpuNanos.put(second.task.getId(), 1_000_000_000L);
      Eventually.is("they have become long", () -> told.contains("short 1"));
      assertThat(search.size).isEqualTo(3);
      ShardQuery fourth = enter(two, costs, LOOK_UP, "short 2");
      ShardQuery fifth = enter(two, costs, LOOK_UP, "short 3");
      Eventually.is("the fourth begins", () -> told.contains("short 2"));
      assertThat(told).doesNotContain("short 3");
      assertThat(search.size).isEqualTo(4);
      third.releasePlace();
      Eventually.is("the last begins", () -> told.contains("short 3"));
      fourth.releasePlace();
      fifth.releasePlace();
      first.releasePlace();
      assertThat(search.size).as("there still is a long one").isEqualTo(4);
      second.releasePlace();
      assertThat(search.size).isEqualTo(2);
    }
  }

  @Test
  void aQueryOfAThrottledWorkloadGroupGoesBeforeNobody() {
    var costs = new SearchCosts(2);
    try (var one =
        new AdmissionQueue(
            () -> true, tasks, () -> 1, costs, pool, true, 3, TimeValue.timeValueMinutes(1))) {
      ShardQuery first = enter(one, costs, LOOK_UP, "first");
      tasks.throttled.add(100L + entered.size());
      enter(one, costs, LOOK_UP, "throttled");
      ShardQuery later = enter(one, costs, LOOK_UP, "later throttled");
      ShardQuery last = enter(one, costs, LOOK_UP, "last");
      tasks.throttled.add(later.task.getId());
      Eventually.is("its group is throttled", () -> later.isThrottled);
      first.releasePlace();
      Eventually.is("the next begins", () -> told.size() == 2);
      assertThat(told).containsExactly("first", "last");
      tasks.throttled.clear();
      Eventually.is("its group is no longer throttled", () -> !later.isThrottled);
      last.releasePlace();
      Eventually.is("the next begins", () -> told.size() == 3);
      assertThat(told.getLast()).isEqualTo("throttled");
    }
  }

  @Test
  void theNewestQueryOfAThrottledWorkloadGroupLeavesAFullQueue() {
    try (var one =
        new AdmissionQueue(
            () -> true,
            tasks,
            () -> 1,
            new SearchCosts(2),
            pool,
            true,
            1,
            TimeValue.timeValueMinutes(1))) {
      List<String> refused = new ArrayList<>();
      tasks.throttled.add(91L);
      for (long number = 90; number < 93; number++) {
        ShardQuery query = WaitingQueriesTest.query(number, PriorityClass.NORMAL);
        entered.add(query);
        one.enter(query, () -> {}, why -> refused.add(why.getMessage()));
      }
      assertThat(refused)
          .containsExactly(
              "rejected: 1 shard queries already wait on this node (curtail.admission.max_waiting),"
                  + " and a query of class normal arrived, which goes before a throttled workload"
                  + " group");
    }
  }
}
