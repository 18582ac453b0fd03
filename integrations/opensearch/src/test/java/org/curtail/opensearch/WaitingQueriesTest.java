package org.curtail.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.curtail.PriorityClass;
import org.curtail.opensearch.kinds.ExpectedCost;
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

  /** The reference looks at all queries. */
  @Test
  void theNextIsOfTheMostImportantClassThatMayBeginAndOfTheseTheOneOfLeastRank() {
    Cases.random(
        1,
        200,
        random -> {
          var waiting = new WaitingQueries();
          var model = new ArrayList<ShardQuery>();
          var ranks = new HashMap<ShardQuery, Double>();
          for (long i = 0; i < 20; i++) {
            var query = query(i, CLASSES.get(random.nextInt(CLASSES.size())));
            waiting.add(query, 100);
            model.add(query);
            ranks.put(query, (double) random.nextInt(5));
          }
          while (!model.isEmpty()) {
            int modulus = 1 + random.nextInt(3);
            ShardQuery expected =
                model.stream()
                    .filter(query -> query.task.getId() % modulus == 0)
                    .min(
                        Comparator.comparing((ShardQuery one) -> one.options.priorityClass())
                            .thenComparing(ranks::get)
                            .thenComparingLong(one -> one.task.getId()))
                    .orElse(null);
            assertThat(waiting.poll(query -> query.task.getId() % modulus == 0, ranks::get))
                .isSameAs(expected);
            model.remove(expected);
          }
          assertThat(waiting.size()).isZero();
        });
  }
}
