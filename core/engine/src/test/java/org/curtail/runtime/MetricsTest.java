package org.curtail.runtime;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.HdrHistogram.AtomicHistogram;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Percentile;
import org.curtail.Policy;
import org.curtail.Progress;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class MetricsTest {
  /** One thread. */
  private static Setup oneThread() {
    return Curtail.with(new Sequential()).cores(1).threads(1);
  }

  @Test
  void everyWayToEndIsCountedOnceAndGaugesAreOfTheMoment() throws Exception {
    var clock = new ManualClock();
    var begun = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    try (Curtail curtail = oneThread().queueLimit(2).clock(clock).start()) {
      Ticket<Integer> first =
          curtail.submit(
              new RecordedWork(
                  3,
                  chunk -> {
                    begun.countDown();
                    release.await();
                  }));
      begun.await();
      Ticket<Integer> cancelled = curtail.submit(new RecordedWork(1, chunk -> {}));
      Ticket<Integer> late =
          curtail.submit(
              new RecordedWork(1, chunk -> {}), RequestOptions.NONE.within(Duration.ofMillis(5)));
      assertThatThrownBy(() -> curtail.submit(new RecordedWork(1, chunk -> {})))
          .isInstanceOf(OverloadedException.class);
      Metrics full = curtail.metrics();
      assertThat(full.gauges()).isEqualTo(new Metrics.Gauges(2, 1, 0, 1, 0, 0, 1, 1, 2, false, 0));
      assertThat(full.counts().arrived()).isEqualTo(4);
      assertThat(full.counts().refused()).isEqualTo(1);
      assertThat(full.counts().started()).isEqualTo(1);
      assertThat(full.counts().allEnded()).isZero();

      assertThat(cancelled.cancel()).isTrue();
      clock.advanceMillis(10);
      assertThatThrownBy(late::get).hasRootCauseInstanceOf(DeadlineExceededException.class);
      release.countDown();
      assertThat(first.get()).isEqualTo(3);
      Ticket<Integer> failing =
          curtail.submit(
              new RecordedWork(
                  1,
                  chunk -> {
                    throw new IllegalStateException("expected");
                  }));
      assertThatThrownBy(failing::get).hasRootCauseMessage("expected");

      Metrics all = curtail.metrics();
      assertThat(all.counts().arrived()).isEqualTo(5);
      assertThat(all.counts().started()).isEqualTo(2);
      assertThat(all.counts().ended(Outcome.COMPLETED)).isEqualTo(1);
      assertThat(all.counts().ended(Outcome.CANCELLED)).isEqualTo(1);
      assertThat(all.counts().ended(Outcome.EXPIRED)).isEqualTo(1);
      assertThat(all.counts().ended(Outcome.FAILED)).isEqualTo(1);
      assertThat(all.counts().ended(Outcome.PARTIAL)).isZero();
      assertThat(all.responseNanos().count()).isEqualTo(1);
      assertThat(all.responseNanos().percentile(50)).isCloseTo(10_000_000L, within(10_000L));
      assertThat(all.chunks().percentile(100)).isEqualTo(3);
      assertThat(all.nanos()).isEqualTo(10_000_000);
      assertThat(all.counts().threadNanos()).isEqualTo(10_000_000);
    }
  }

  @Test
  void anIntervalHoldsWhatCameSinceAndIntervalsAddUp() throws Exception {
    var clock = new ManualClock();
    try (Curtail curtail = oneThread().clock(clock).start()) {
      Metrics before = curtail.metrics();
      curtail.run(new RecordedWork(1, chunk -> clock.advanceMillis(4)));
      Metrics between = curtail.metrics();
      curtail.run(new RecordedWork(2, chunk -> clock.advanceMillis(50)));
      Metrics after = curtail.metrics();

      Metrics last = after.since(between);
      assertThat(last.counts().arrived()).isEqualTo(1);
      assertThat(last.counts().ended(Outcome.COMPLETED)).isEqualTo(1);
      assertThat(last.nanos()).isEqualTo(100_000_000);
      assertThat(last.executionNanos().count()).isEqualTo(1);
      assertThat(last.executionNanos().percentile(0)).isCloseTo(100_000_000L, within(100_000L));
      assertThat(last.executionNanos().percentile(100)).isCloseTo(100_000_000L, within(100_000L));
      assertThat(last.executionNanos().mean()).isCloseTo(100e6, within(100e3));
      assertThat(between.since(before).counts().arrived() + last.counts().arrived())
          .isEqualTo(after.counts().arrived());
      assertThat(after.since(after).executionNanos().count()).isZero();
      assertThat(after.since(after).executionNanos().percentile(99)).isZero();
      assertThatIllegalArgumentException()
          .isThrownBy(() -> between.since(after))
          .withMessageContaining("earlier snapshot");
    }
  }

  @Test
  void percentilesAreThoseOfTheSortedValuesToThreeDigits() {
    var live = new Meters.LiveHistogram(1_000, 3_600_000_000_000L);
    long[] values = LongStream.rangeClosed(1, 5_000).map(i -> i * i * 10_000).toArray();
    for (long value : values) {
      live.record(value);
    }
    Metrics.Histogram histogram = live.snapshot();
    double[] ascending = LongStream.of(values).asDoubleStream().toArray();
    for (double percentile : new double[] {0, 1, 10, 50, 90, 99, 99.9, 100}) {
      double expected = Percentile.of(ascending, percentile);
      assertThat((double) histogram.percentile(percentile))
          .as("percentile %s", percentile)
          .isCloseTo(expected, within(expected / 1000 + 1_000));
    }
    assertThat(histogram.countUpTo(-1)).isZero();
    assertThat(histogram.countUpTo(2_500L * 2_500 * 10_000)).isBetween(2_499L, 2_501L);
    assertThat(histogram.countUpTo(Long.MAX_VALUE)).isEqualTo(5_000);
    assertThatIllegalArgumentException().isThrownBy(() -> histogram.percentile(101));
  }

  @Test
  void percentilesMeanAndCountsAreThoseOfHdrHistogram() {
    Cases.random(
        1,
        100,
        random -> {
          long lowest = random.nextBoolean() ? 1 : 1_000;
          long highest = 3_600_000_000_000L;
          var live = new Meters.LiveHistogram(lowest, highest);
          var other = new AtomicHistogram(lowest, highest, 3);
          double digits = random.nextDouble(1, 12.5);
          for (int i = random.nextInt(1, 200); i > 0; i--) {
            long value = (long) Math.pow(10, random.nextDouble() * digits);
            live.record(value);
            other.recordValue(value);
          }
          Metrics.Histogram histogram = live.snapshot();
          double percentile = random.nextInt(1, 101);
          assertThat(histogram.count()).isEqualTo(other.getTotalCount());
          assertThat(histogram.percentile(percentile))
              .isEqualTo(other.getValueAtPercentile(percentile));
          assertThat(histogram.mean())
              .isCloseTo(other.getMean(), within(other.getMean() / 2_000 + 1));
          long value = (long) Math.pow(10, random.nextDouble() * digits);
          assertThat(histogram.countUpTo(value)).isEqualTo(other.getCountBetweenValues(0, value));
        });
  }

  @Test
  void valuesBeyondTheRangeAreClampedAndCounted() {
    var live = new Meters.LiveHistogram(1, 1_000_000);
    live.record(-5);
    live.record(1_000_000);
    live.record(Long.MAX_VALUE);
    Metrics.Histogram histogram = live.snapshot();
    assertThat(histogram.count()).isEqualTo(3);
    assertThat(histogram.countBeyond()).isEqualTo(1);
    assertThat(histogram.percentile(0)).isZero();
    assertThat(histogram.percentile(100)).isCloseTo(1_000_000, within(1_000L));
  }

  @Test
  void aPolicyAndAListenerThatFailedAreShown() throws Exception {
    var broken =
        new Policy() {
          @Override
          public Decision decide(Progress running, Load load) {
            throw new IllegalStateException("policy, expected in this test");
          }

          @Override
          public int maxDegree() {
            return 1;
          }

          @Override
          public int threads(int cores) {
            return 1;
          }
        };
    var throwing =
        new RequestListener() {
          @Override
          public void ended(long request, Timeline timeline) {
            throw new IllegalStateException("listener, expected in this test");
          }
        };
    try (Curtail curtail = Curtail.with(broken).cores(1).threads(1).listener(throwing).start()) {
      assertThat(curtail.metrics().gauges().policyFailed()).isFalse();
      assertThat(curtail.run(new RecordedWork(2, chunk -> {}))).isEqualTo(2);
      assertThat(curtail.run(new RecordedWork(2, chunk -> {}))).isEqualTo(2);
      Metrics metrics = curtail.metrics();
      assertThat(metrics.gauges().policyFailed()).isTrue();
      assertThat(metrics.gauges().listenersFailed()).isEqualTo(1);
      assertThat(metrics.counts().ended(Outcome.COMPLETED)).isEqualTo(2);
      assertThat(metrics.text())
          .contains("the policy failed")
          .contains("listeners that failed and are not called any more: 1")
          .contains("completed                2");
      assertThat(metrics.toString()).endsWith("; the policy failed");
    }
  }

  @Test
  void asAStringItIsOneShortLineTheSameInEveryCountry() throws Exception {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    var clock = new ManualClock();
    try (Curtail curtail = oneThread().clock(clock).start()) {
      assertThat(curtail.metrics())
          .hasToString("0.0 s: 0 arrived, 0 completed; 0 waiting, 0 running on 0 of 1 threads");
      curtail.run(new RecordedWork(1, chunk -> clock.advanceMillis(4)));
      assertThatThrownBy(() ->
              curtail.run(
                  new RecordedWork(
                      1,
                      chunk -> {
                        throw new IllegalStateException("expected");
                      })))
          .hasRootCauseMessage("expected");
      assertThat(curtail.metrics().toString())
          .startsWith(
              "0.0 s: 2 arrived, 1 completed, 1 failed;"
                  + " 0 waiting, 0 running on 0 of 1 threads; response p50 4.0")
          .endsWith(" ms")
          .hasSizeLessThan(140);
      assertThat(curtail.metrics().text())
          .contains("response ms")
          .contains("4.0")
          .doesNotContain(",0");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void snapshotsTakenMeanwhileContradictNeitherThemselvesNorEarlierOnes() throws Exception {
    var done = new AtomicBoolean();
    var wrong = new ArrayList<String>();
    Curtail curtail = Curtail.with(new FixedDegree(2)).cores(2).queueLimit(20).start();
    var watcher =
        new Thread(() -> {
          Metrics before = curtail.metrics();
          while (!done.get()) {
            Metrics now = curtail.metrics();
            if (contradicts(now) || contradicts(before, now)) {
              wrong.add(before.text() + now.text());
            }
            before = now;
          }
        });
    watcher.start();
    try (curtail) {
      for (int i = 0; i < 3_000; i++) {
        try {
          Ticket<Integer> ticket = curtail.submit(new RecordedWork(i % 7, chunk -> {}));
          if (i % 5 == 0) {
            ticket.cancel();
          }
        } catch (OverloadedException expected) {
          Thread.onSpinWait();
        }
      }
    }
    done.set(true);
    watcher.join(SECONDS.toMillis(30));
    assertThat(wrong).isEmpty();
    Metrics last = curtail.metrics();
    assertThat(last.counts().arrived()).isEqualTo(3_000);
    assertThat(last.counts().allEnded() + last.counts().refused()).isEqualTo(3_000);
    assertThat(last.gauges().running() + last.gauges().waiting()).isZero();
    assertThat(last.responseNanos().count()).isEqualTo(last.counts().ended(Outcome.COMPLETED));
  }

  private static boolean contradicts(Metrics metrics) {
    Metrics.Counts counts = metrics.counts();
    long withResult = counts.ended(Outcome.COMPLETED) + counts.ended(Outcome.PARTIAL);
    return counts.refused() + counts.started() > counts.arrived()
        || counts.refused() + counts.allEnded() > counts.arrived()
        || withResult + counts.ended(Outcome.FAILED) > counts.started()
        || metrics.responseNanos().count() > withResult
        || metrics.chunks().count() > withResult;
  }

  private static boolean contradicts(Metrics before, Metrics after) {
    Metrics.Counts added = after.since(before).counts();
    return added.arrived() < 0
        || added.refused() < 0
        || added.started() < 0
        || added.ended().values().stream().anyMatch(count -> count < 0);
  }

  @Test
  void cheapAndExpensiveRequestsOfAnAutopilotHaveALineEach() throws Exception {
    long border = 31_600_000;
    var cheap = new Metrics.CostClass(0, border, 980, 1.02e6, 1.2e6, 40, 1.03e6, 1.3e6);
    var expensive = new Metrics.CostClass(border, Long.MAX_VALUE, 20, 4e8, 1.5e9, 0, 0, 0);
    var decisions =
        new Metrics.Decisions(
            1, 0, 0, 0, 0, 0, 0, OptionalLong.empty(), 0, 0, 0, 0, 0, List.of(cheap, expensive));
    try (Curtail curtail = oneThread().start()) {
      assertThat(curtail.metrics().deciding(decisions).text())
          .contains(
              "up to 31.60 ms         980   requests under the plan, mean 1.02 ms, p99 1.20 ms; 40 with one thread each, mean 1.03 ms, p99 1.30 ms\n",
              "over 31.60 ms           20   requests under the plan, mean 400.00 ms, p99 1500.00 ms\n");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Metrics.CostClass(border, border, 1, 0, 0, 0, 0, 0))
        .withMessageContaining("aboveNanos=31600000, upToNanos=31600000");
  }
}
