package org.curtail.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.curtail.PriorityClass;
import org.curtail.opensearch.kinds.ExpectedCost;
import org.curtail.opensearch.kinds.KindCosts;
import org.curtail.runtime.RequestOptions;
import org.curtail.testkit.Cases;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.opensearch.action.search.SearchShardTask;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.tasks.TaskId;

@Timeout(60)
class WaitingQueriesTest {
  private static final List<PriorityClass> CLASSES = List.of(PriorityClass.values());

  /** Creates a query with a task number. */
  static ShardQuery query(long number, PriorityClass priorityClass) {
    return query(number, priorityClass, ExpectedCost.UNKNOWN);
  }

  static ShardQuery query(long number, PriorityClass priorityClass, ExpectedCost cost) {
    return new ShardQuery(
        new SearchShardTask(number, "transport", "query", "", TaskId.EMPTY_TASK_ID, Map.of()),
        new ShardId("words", "of-words", 0),
        RequestOptions.NONE.of(priorityClass),
        cost);
  }

  private static List<Long> numbers(List<ShardQuery> queries) {
    return queries.stream().map(query -> query.task.getId()).toList();
  }

  private static @Nullable Long leaves(WaitingQueries waiting, ShardQuery query, int most) {
    ShardQuery left = waiting.add(query, most);
    return left == null ? null : left.task.getId();
  }

  @Test
  void aMoreImportantQueryTakesThePlaceOfTheNewestOfTheLeastImportant() {
    var waiting = new WaitingQueries();
    assertThat(leaves(waiting, query(1, PriorityClass.BACKGROUND), 3)).isNull();
    assertThat(leaves(waiting, query(2, PriorityClass.BACKGROUND), 3)).isNull();
    assertThat(leaves(waiting, query(3, PriorityClass.NORMAL), 3)).isNull();
    assertThat(leaves(waiting, query(4, PriorityClass.URGENT), 3)).isEqualTo(2);
    assertThat(leaves(waiting, query(5, PriorityClass.NORMAL), 3)).isEqualTo(1);
    assertThat(leaves(waiting, query(6, PriorityClass.NORMAL), 3)).isEqualTo(6);
    assertThat(leaves(waiting, query(7, PriorityClass.BACKGROUND), 3)).isEqualTo(7);
    assertThat(leaves(waiting, query(8, PriorityClass.URGENT), 3)).isEqualTo(5);
    assertThat(numbers(waiting.all())).containsExactly(4L, 8L, 3L);
  }

  @Test
  void whereNobodyMayWaitEverybodyLeavesAtOnce() {
    var waiting = new WaitingQueries();
    assertThat(leaves(waiting, query(1, PriorityClass.URGENT), 0)).isEqualTo(1);
    assertThat(waiting.size()).isZero();
  }

  /** The reference is a list, sorted again each time. */
  @Test
  void whoeverComesAndGoesTheMostImportantWaitAndOfTheseTheOldest() {
    Cases.random(
        1,
        200,
        random -> {
          var waiting = new WaitingQueries();
          var model = new ArrayList<ShardQuery>();
          for (long i = 0; i < 60; i++) {
            if (random.nextInt(4) == 0 && !model.isEmpty()) {
              ShardQuery gone = model.remove(random.nextInt(model.size()));
              waiting.remove(gone);
              waiting.remove(gone);
            } else {
              int most = random.nextInt(8);
              var query = query(i, CLASSES.get(random.nextInt(CLASSES.size())));
              model.add(query);
              model.sort(
                  Comparator.comparing((ShardQuery one) -> one.options.priorityClass())
                      .thenComparingLong(one -> one.task.getId()));
              ShardQuery last = model.size() > most ? model.removeLast() : null;
              assertThat(waiting.add(query, most)).isSameAs(last);
            }
            assertThat(waiting.all()).isEqualTo(model);
            assertThat(waiting.size()).isEqualTo(model.size());
          }
        });
  }

  /** Costs 0 to 4 hours, far longer than this test takes. */
  private static ExpectedCost cost(int hours, boolean isLong) {
    return new ExpectedCost(null, KindCosts.Estimate.NONE, TimeUnit.HOURS.toNanos(hours), isLong);
  }

  /** The reference looks at all queries. */
  @Test
  void theNextIsOfTheMostImportantClassThatMayBeginAndOfTheseTheOneOfLeastCostAndThenTheOldest() {
    Cases.random(
        1,
        200,
        random -> {
          var waiting = new WaitingQueries();
          var model = new ArrayList<ShardQuery>();
          for (long i = 0; i < 20; i++) {
            var query =
                query(
                    i,
                    CLASSES.get(random.nextInt(CLASSES.size())),
                    cost(random.nextInt(5), random.nextBoolean()));
            waiting.add(query, 100);
            model.add(query);
          }
          while (!model.isEmpty()) {
            boolean shortMayBegin = random.nextBoolean();
            boolean longMayBegin = random.nextBoolean();
            Predicate<ShardQuery> mayBegin =
                query -> query.cost.isLong() ? longMayBegin : shortMayBegin;
            ShardQuery expected =
                model.stream()
                    .filter(mayBegin)
                    .min(
                        Comparator.comparing((ShardQuery one) -> one.options.priorityClass())
                            .thenComparingLong(one -> one.cost.rankNanos())
                            .thenComparingLong(one -> one.task.getId()))
                    .orElse(null);
            assertThat(waiting.poll(mayBegin)).isSameAs(expected);
            model.remove(expected);
            assertThat(waiting.hasShort())
                .isEqualTo(model.stream().anyMatch(query -> !query.cost.isLong()));
          }
          assertThat(waiting.size()).isZero();
        });
  }

  @Test
  void aQueryHasWaitedForItsCostBeforeAllThatAreBehindIt() {
    ShardQuery first = query(1, PriorityClass.NORMAL, cost(1, true));
    ShardQuery second = query(2, PriorityClass.NORMAL, cost(2, true));
    long fromNanos = first.times.arrivalNanos;
    assertThat(first.hasWaitedForItsCost(fromNanos)).isFalse();
    assertThat(first.hasWaitedForItsCost(fromNanos + TimeUnit.HOURS.toNanos(1))).isTrue();
    assertThat(second.hasWaitedForItsCost(fromNanos + TimeUnit.HOURS.toNanos(1))).isFalse();
    assertThat(ShardQuery.BY_RANK.compare(first, second)).isNegative();
  }
}
