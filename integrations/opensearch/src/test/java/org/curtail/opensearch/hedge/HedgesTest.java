package org.curtail.opensearch.hedge;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.curtail.hedge.Hedge;
import org.curtail.hedge.HedgeListener;
import org.curtail.opensearch.hedge.Hedges.Kind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.opensearch.core.index.Index;

@Timeout(300)
class HedgesTest {
  private static final HedgeGoal GOAL = new HedgeGoal(99, 0.05, Duration.ofMillis(1));

  /** Close to overflow. */
  private final AtomicLong nowNanos = new AtomicLong(Long.MAX_VALUE - 5);

  private final Hedges hedges = new Hedges(GOAL, new HedgeListener() {}, nowNanos::get);

  @AfterEach
  void close() {
    hedges.close();
  }

  private static Kind kind(int number) {
    return new Kind(new Index("words" + number, "uuid" + number), true);
  }

  private static boolean isClosed(Hedge hedge) {
    return hedge.call(attempt -> CompletableFuture.completedFuture(1)).isCompletedExceptionally();
  }

  @Test
  void thereAreNoneUntilTheyAreSwitchedOnAndNoneAfterwards() {
    assertThat(hedges.of(kind(0))).isNull();
    hedges.open(true);
    Hedge one = requireNonNull(hedges.of(kind(0)));
    assertThat(hedges.of(kind(0))).isSameAs(one);
    assertThat(hedges.byName()).containsOnlyKeys("words0 query+fetch");
    hedges.open(false);
    assertThat(hedges.of(kind(0))).isNull();
    assertThat(hedges.of(kind(1))).isNull();
    hedges.close();
    assertThat(isClosed(one)).isTrue();
    assertThat(hedges.byName()).isEmpty();
  }

  @Test
  void whatWasLearnedIsThereAgainIfHedgingWasOffForLessThanTenMinutes() {
    hedges.open(true);
    Hedge one = requireNonNull(hedges.of(kind(0)));
    hedges.open(false);
    nowNanos.addAndGet(TimeUnit.MINUTES.toNanos(10) - 1);
    hedges.sweep();
    hedges.open(true);
    assertThat(hedges.of(kind(0))).isSameAs(one);
    nowNanos.addAndGet(TimeUnit.MINUTES.toNanos(10));
    hedges.sweep();
    assertThat(isClosed(one)).isFalse();
    hedges.open(false);
    nowNanos.addAndGet(TimeUnit.MINUTES.toNanos(9));
    hedges.open(false);
    nowNanos.addAndGet(TimeUnit.MINUTES.toNanos(1));
    hedges.sweep();
    assertThat(isClosed(one)).isTrue();
    hedges.open(true);
    assertThat(hedges.of(kind(0))).isNotSameAs(one);
  }

  @Test
  void anIndexThatIsDeletedIsForgotten() {
    hedges.open(true);
    Hedge one = requireNonNull(hedges.of(kind(0)));
    Hedge other = requireNonNull(hedges.of(kind(1)));
    hedges.forget(kind(0).index());
    assertThat(isClosed(one)).isTrue();
    assertThat(isClosed(other)).isFalse();
  }

  @Test
  void anotherGoalBeginsAnew() {
    hedges.open(true);
    Hedge one = requireNonNull(hedges.of(kind(0)));
    hedges.goal(GOAL.withPercentile(95).withBudget(0.1).withLeastDelay(Duration.ZERO));
    assertThat(isClosed(one)).isTrue();
    assertThat(requireNonNull(hedges.of(kind(0))).explain()).contains("least p95", "10.0 %");
  }

  @Test
  void thereAreNoMoreThanSixtyFourAndWhoWasIdleForTenMinutesMakesRoom() {
    hedges.open(true);
    for (int i = 0; i < Hedges.MOST; i++) {
      assertThat(hedges.of(kind(i))).isNotNull();
      nowNanos.addAndGet(1);
    }
    Hedge second = requireNonNull(hedges.of(kind(1)));
    requireNonNull(hedges.of(kind(0)));
    assertThat(hedges.of(kind(Hedges.MOST))).isNull();
    // The third was used two nanoseconds after the first.
    nowNanos.addAndGet(TimeUnit.MINUTES.toNanos(10) - Hedges.MOST + 1);
    assertThat(hedges.of(kind(Hedges.MOST))).isNull();
    nowNanos.addAndGet(1);
    hedges.of(kind(0));
    hedges.of(kind(1));
    Hedge third = requireNonNull(hedges.byName().get("words2 query+fetch"));
    assertThat(hedges.of(kind(Hedges.MOST))).isNotNull();
    assertThat(isClosed(third)).isTrue();
    assertThat(isClosed(second)).isFalse();
    assertThat(hedges.byName()).hasSize(Hedges.MOST);
  }
}
