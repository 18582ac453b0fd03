package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.curtail.hedge.HedgeListener.CallEnd.Outcome;
import org.curtail.reissue.ReissuePolicy;
import org.junit.jupiter.api.Test;

/** The counts of a hedge. */
class HedgeMetricsTest {
  private static SteppedHedge stepped() {
    return new SteppedHedge(
        Hedge.of(ReissuePolicy.singleD(10)).budget(HedgeBudget.of(1)).leastSamples(0).unguarded());
  }

  /** Returns a call whose attempt with this number answers after this many milliseconds. */
  private static ScriptedCall answered(SteppedHedge stepped, int number, double millis) {
    var call = new ScriptedCall();
    stepped.hedge.call(call);
    stepped.pass(millis);
    call.answer(number);
    return call;
  }

  @Test
  void eachCallIsCountedByItsOutcome() {
    SteppedHedge stepped = stepped();
    answered(stepped, 0, 5);
    answered(stepped, 0, 15);
    answered(stepped, 1, 18);
    stepped.hedge.call(new ScriptedCall()).cancel(false);
    HedgeMetrics metrics = stepped.hedge.metrics();
    HedgeMetrics.Counts counts = metrics.counts();
    assertThat(counts.calls()).isEqualTo(4);
    assertThat(counts.ended(Outcome.ANSWERED)).isEqualTo(3);
    assertThat(counts.ended(Outcome.CANCELLED)).isEqualTo(1);
    assertThat(counts.hedges()).isEqualTo(2);
    assertThat(counts.sent()).isEqualTo(2);
    assertThat(counts.won()).isEqualTo(1);
    assertThat(counts.lost()).isEqualTo(1);
    assertThat(metrics.gauges().underWay()).isZero();
    assertThat(metrics.gauges().tokens()).isEqualTo(2);
    assertThat(metrics.with().count()).isEqualTo(3);
    assertThat(metrics.with().percentileNanos(100) / 1e5).isBetween(180.0, 180.2);
    // Of four first attempts, two answered; one was cancelled after 18 ms, one at once.
    assertThat(metrics.without().count()).isEqualTo(4);
    assertThat(metrics.nanos()).isEqualTo(38_000_000);
  }

  @Test
  void timeWithoutHedgingIsThatOfTheFirstAttempt() {
    SteppedHedge stepped = stepped();
    for (int i = 0; i < 98; i++) {
      answered(stepped, 0, 5);
    }
    answered(stepped, 0, 50);
    answered(stepped, 1, 12);
    HedgeMetrics metrics = stepped.hedge.metrics();
    assertThat(metrics.with().percentileNanos(99) / 1e5).isBetween(120.0, 120.2);
    assertThat(metrics.without().percentileNanos(99) / 1e5).isBetween(500.0, 500.6);
  }

  @Test
  void snapshotHasTheChangesSinceAnEarlierOne() {
    SteppedHedge stepped = stepped();
    answered(stepped, 1, 20);
    HedgeMetrics first = stepped.hedge.metrics();
    answered(stepped, 0, 5);
    HedgeMetrics second = stepped.hedge.metrics();
    HedgeMetrics between = second.since(first);
    assertThat(between.counts().calls()).isEqualTo(1);
    assertThat(between.counts().hedges()).isZero();
    assertThat(between.counts().ended(Outcome.ANSWERED)).isEqualTo(1);
    assertThat(between.with().count()).isEqualTo(1);
    assertThat(between.nanos()).isEqualTo(5_000_000);
    assertThatThrownBy(() -> first.since(second))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "expected an earlier snapshot of the same hedge, from 0 and until at most 20000000;"
                + " found 0 to 25000000");
  }

  /** Produces every kind of event; calls take other times in another round. */
  private static void everything(SteppedHedge stepped, int round) {
    for (int i = 0; i < 3 + round; i++) {
      answered(stepped, i % 2, 11 + i + round);
      answered(stepped, 0, 2 + i);
    }
    var retried = new ScriptedCall();
    stepped.hedge.call(retried);
    retried.fail(0, new IllegalStateException("busy"));
    retried.answer(1);
    var failed = new ScriptedCall();
    stepped.hedge.call(failed);
    failed.fail(0, new IllegalArgumentException("bad"));
    stepped.hedge.call(new ScriptedCall()).cancel(true);
    stepped.hedge.call(new ScriptedCall(), Duration.ofMillis(3));
    for (int i = 0; i < 9; i++) {
      stepped.hedge.call(new ScriptedCall(), Duration.ofMillis(12));
    }
    stepped.pass(20);
  }

  private static SteppedHedge poor() {
    return new SteppedHedge(
        Hedge.of(ReissuePolicy.singleD(10))
            .budget(HedgeBudget.of(0.9, 5))
            .leastSamples(0)
            .retrying(failure -> failure instanceof IllegalStateException)
            .unguarded());
  }

  /**
   * The changes between two snapshots equal the counts of another hedge with the same calls only.
   */
  @Test
  void differenceEqualsTheCountsOfTheCallsBetween() {
    for (int rounds = 0; rounds < 3; rounds++) {
      SteppedHedge both = poor();
      SteppedHedge second = poor();
      for (int round = 0; round < rounds; round++) {
        everything(both, round);
      }
      HedgeMetrics before = both.hedge.metrics();
      // Both budgets are full.
      for (int i = 0; i < 10; i++) {
        both.hedge.parts().budget.first();
        second.hedge.parts().budget.first();
      }
      everything(both, 5);
      everything(second, 5);
      HedgeMetrics between = both.hedge.metrics().since(before);
      HedgeMetrics expected = second.hedge.metrics();
      assertThat(between.counts()).isEqualTo(expected.counts());
      assertThat(between.counts().hedges()).isPositive();
      assertThat(between.counts().retries()).isPositive();
      assertThat(between.counts().suppressed(HedgeListener.SuppressedBy.BUDGET)).isPositive();
      assertThat(between.nanos()).isEqualTo(expected.nanos());
      assertThat(between.with().count()).isEqualTo(expected.with().count());
      assertThat(between.with().meanNanos()).isEqualTo(expected.with().meanNanos());
      assertThat(between.without().meanNanos()).isEqualTo(expected.without().meanNanos());
    }
  }

  @Test
  void differenceOfASnapshotWithItselfIsZero() {
    SteppedHedge stepped = poor();
    everything(stepped, 0);
    HedgeMetrics metrics = stepped.hedge.metrics();
    HedgeMetrics nothing = metrics.since(metrics);
    assertThat(nothing.counts().calls()).isZero();
    assertThat(nothing.counts().allEnded()).isZero();
    assertThat(nothing.toString())
        .isEqualTo("0.0 s: 0 calls, 0 answered; 0 hedges, 0 retries, 0 won, 0 lost");
    assertThat(nothing.text()).contains("hedges sent                  0   0.0 % of the calls");
  }

  @Test
  void textIsReadable() {
    SteppedHedge stepped = stepped();
    answered(stepped, 0, 5);
    answered(stepped, 1, 20);
    HedgeMetrics metrics = stepped.hedge.metrics();
    assertThat(metrics.text())
        .isEqualTo(
            """
            seconds                    0.0
            calls                        2
            answered                     2
            failed                       0
            timed out                    0
            cancelled                    0
            hedges sent                  1   50.0 % of the calls
            retries sent                 0   0.0 % of the calls
            won                          1
            lost                         0
            attempts failed              0
            suppressed                   0   the budget was used up
                                         0   too few samples
                                         0   load or failures
            under way                    0
            tokens                     1.0
            open for               100.0 %   of the hedges that are due
                                     count      mean       p50       p90       p99     p99.9       max
            with hedging ms              2     12.50      5.00     20.00     20.00     20.00     20.00
            without, estimated           2     12.50      5.00     20.00     20.00     20.00     20.00
            """);
    assertThat(metrics.toString())
        .isEqualTo(
            "0.0 s: 2 calls, 2 answered; 1 hedges, 0 retries, 1 won, 0 lost; p99 20.00 ms, without"
                + " hedging about 20.00 ms");
  }
}
