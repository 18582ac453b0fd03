package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

/** Times of calls, known and estimated. */
class CallTimesTest {
  private static final long MS = 1_000_000;

  private static long[] of(long... nanos) {
    long[] counts = new long[HedgeMetrics.CallTimes.BUCKETS];
    for (long each : nanos) {
      counts[HedgeMetrics.CallTimes.bucket(each)]++;
    }
    return counts;
  }

  @Test
  void timesHaveThreeDigitsFromAMicrosecondToAnHour() {
    Cases.random(
        7,
        2_000,
        random -> {
          long nanos = (long) Math.pow(10, random.nextDouble() * 13);
          long found = HedgeMetrics.CallTimes.known(of(nanos)).percentileNanos(50);
          long within = Math.min(nanos, 3_600_000_000_000L);
          assertThat((double) found).isBetween((double) within, Math.max(1_001, within * 1.001));
        });
    assertThat(HedgeMetrics.CallTimes.known(of(-5)).percentileNanos(50)).isBetween(1_000L, 1_001L);
  }

  @Test
  void knownTimesHaveTheirPercentiles() {
    HedgeMetrics.CallTimes times = HedgeMetrics.CallTimes.known(of(1 * MS, 2 * MS, 3 * MS, 4 * MS));
    assertThat(times.count()).isEqualTo(4);
    assertThat((double) times.percentileNanos(50))
        .isCloseTo(2 * MS, Percentage.withPercentage(0.1));
    assertThat((double) times.percentileNanos(51))
        .isCloseTo(3 * MS, Percentage.withPercentage(0.1));
    assertThat((double) times.percentileNanos(100))
        .isCloseTo(4 * MS, Percentage.withPercentage(0.1));
    assertThat(times.meanNanos()).isCloseTo(2.5 * MS, Percentage.withPercentage(0.1));
    assertThatThrownBy(() -> times.percentileNanos(101)).hasMessageContaining("101");
  }

  @Test
  void allFiguresAreZeroWithoutCalls() {
    HedgeMetrics.CallTimes times = HedgeMetrics.CallTimes.known(of());
    assertThat(times.count()).isZero();
    assertThat(times.percentileNanos(99)).isZero();
    assertThat(times.meanNanos()).isZero();
    assertThatThrownBy(() -> times.percentileNanos(-1)).hasMessageContaining("-1");
  }

  @Test
  void timesAboveAnHourCountAsAnHour() {
    var live = new LiveTimes();
    long hour = 3_600_000 * MS;
    live.recordSingle(HedgeListener.CallEnd.Outcome.ANSWERED, 30 * hour);
    live.recordSingle(HedgeListener.CallEnd.Outcome.TIMED_OUT, Long.MAX_VALUE);
    for (HedgeMetrics.CallTimes times :
        new HedgeMetrics.CallTimes[] {live.with(), live.without()}) {
      assertThat(times.count()).isEqualTo(2);
      assertThat(times.meanNanos()).isCloseTo((double) hour, Percentage.withPercentage(0.1));
    }
  }

  /** One of five calls is censored at 2 ms, so it may be any of the longer calls. */
  @Test
  void censoredCallIsDistributedOverLongerTimes() {
    HedgeMetrics.CallTimes times =
        HedgeMetrics.CallTimes.estimated(of(1 * MS, 2 * MS, 3 * MS, 4 * MS), of(2 * MS));
    assertThat(times.count()).isEqualTo(5);
    assertThat((double) times.percentileNanos(40))
        .isCloseTo(2 * MS, Percentage.withPercentage(0.1));
    assertThat((double) times.percentileNanos(69))
        .isCloseTo(3 * MS, Percentage.withPercentage(0.1));
    assertThat((double) times.percentileNanos(71))
        .isCloseTo(4 * MS, Percentage.withPercentage(0.1));
  }

  @Test
  void longestCensoredCallCountsWithItsTime() {
    HedgeMetrics.CallTimes times = HedgeMetrics.CallTimes.estimated(of(1 * MS), of(9 * MS));
    assertThat((double) times.percentileNanos(50))
        .isCloseTo(1 * MS, Percentage.withPercentage(0.1));
    assertThat((double) times.percentileNanos(51))
        .isCloseTo(9 * MS, Percentage.withPercentage(0.1));
  }

  private record Observed(long nanos, boolean isKnown) {}

  /** The product of Kaplan and Meier, literally: for each time, over all times up to it. */
  private static double shareLonger(List<Observed> seen, long than) {
    double share = 1;
    for (long time :
        seen.stream().filter(Observed::isKnown).mapToLong(Observed::nanos).distinct().toArray()) {
      if (time <= than) {
        long ended = seen.stream().filter(s -> s.isKnown() && s.nanos() == time).count();
        long atRisk = seen.stream().filter(s -> s.nanos() >= time).count();
        share *= 1 - (double) ended / atRisk;
      }
    }
    return share;
  }

  @Test
  void estimateIsThatOfKaplanAndMeier() {
    Cases.random(
        1,
        300,
        random -> {
          var seen = new ArrayList<Observed>();
          long[] known = new long[HedgeMetrics.CallTimes.BUCKETS];
          long[] longer = new long[HedgeMetrics.CallTimes.BUCKETS];
          for (int i = 1 + random.nextInt(60); i > 0; i--) {
            // Values in different buckets of the histogram.
            long nanos = MS * (1 + random.nextInt(40));
            boolean isKnown = random.nextInt(3) != 0;
            seen.add(new Observed(nanos, isKnown));
            (isKnown ? known : longer)[HedgeMetrics.CallTimes.bucket(nanos)]++;
          }
          HedgeMetrics.CallTimes times = HedgeMetrics.CallTimes.estimated(known, longer);
          seen.sort(Comparator.comparingLong(Observed::nanos));
          for (int i = 0; i < 20; i++) {
            double percentile = random.nextDouble() * 99;
            long found = times.percentileNanos(percentile);
            long rounded = Math.round((double) found / MS) * MS;
            double left = 1 - percentile / 100;
            boolean isLast = rounded == seen.getLast().nanos();
            if (!isLast) {
              assertThat(shareLonger(seen, rounded)).isLessThanOrEqualTo(left + 1e-6);
            }
            assertThat(shareLonger(seen, rounded - 1)).isGreaterThanOrEqualTo(left - 1e-6);
          }
        });
  }

  @Test
  void differenceOfTwoSnapshotsIsTheTimesBetweenThem() {
    var live = new LiveTimes();
    live.recordSingle(HedgeListener.CallEnd.Outcome.ANSWERED, 5 * MS);
    HedgeMetrics.CallTimes before = live.with();
    HedgeMetrics.CallTimes withoutBefore = live.without();
    live.recordSingle(HedgeListener.CallEnd.Outcome.ANSWERED, 7 * MS);
    live.recordSeveral(HedgeListener.CallEnd.Outcome.ANSWERED, 9 * MS, false, false);
    HedgeMetrics.CallTimes between = live.with().since(before);
    assertThat(between.count()).isEqualTo(2);
    assertThat(between.meanNanos()).isCloseTo(8.0 * MS, within(0.01 * MS));
    assertThat(live.without().since(withoutBefore).count()).isEqualTo(2);
  }
}
