package org.curtail.demand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.Timeline;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class SpeedupEstimateTest {
  private static final long MS = 1_000_000;

  static Timeline request(Timeline.Phase... path) {
    long nanos = Stream.of(path).mapToLong(Timeline.Phase::nanos).sum();
    long threadNanos = Stream.of(path).mapToLong(p -> p.degree() * p.nanos()).sum();
    int peak = Stream.of(path).mapToInt(Timeline.Phase::degree).max().orElse(0);
    int chunks = Stream.of(path).mapToInt(Timeline.Phase::chunks).sum();
    return new Timeline(0, 0, nanos, threadNanos, peak, chunks, List.of(path), Outcome.COMPLETED);
  }

  private static Timeline.Phase phase(int degree, long ms, int chunks) {
    return new Timeline.Phase(degree, ms * MS, chunks);
  }

  @Test
  void isTheRatioOfChunkRatesOfOneRequest() {
    // 1,000 chunks in 100 ms, then 1,800 in 100 ms. One chunk is unfinished between the two: half
    // done.
    SpeedupEstimate speedups =
        SpeedupEstimate.of(List.of(request(phase(1, 100, 1_000), phase(2, 100, 1_800))), 2);
    assertThat(speedups.speedup(1)).isEqualTo(1);
    assertThat(speedups.speedup(2)).isCloseTo(1_800.5 / 999.5, within(1e-6));
    assertThat(speedups.isSeen(2)).isTrue();
  }

  @Test
  void ratesOfTheRequestsCancelOut() {
    // The request that reaches degree 2 has chunks a hundred times as long as the other.
    SpeedupEstimate speedups =
        SpeedupEstimate.of(
            List.of(
                request(phase(1, 10, 10_000)),
                request(phase(1, 1_000, 10_000), phase(2, 1_000, 15_000))),
            2);
    assertThat(speedups.speedup(2)).isCloseTo(1.5, within(0.001));
  }

  @Test
  void aChainOfDegreesLeadsToOne() {
    SpeedupEstimate speedups =
        SpeedupEstimate.of(
            List.of(
                request(phase(1, 100, 10_000), phase(2, 100, 18_000)),
                request(phase(2, 100, 36_000), phase(3, 100, 50_000))),
            3);
    assertThat(speedups.speedup(2)).isCloseTo(1.8, within(0.001));
    assertThat(speedups.speedup(3)).isCloseTo(1.8 * 50 / 36, within(0.001));
  }

  @Test
  void agreesWithTheRateRatioOfMantelAndHaenszelOnManySmallRequests() {
    Cases.random(
        20,
        20,
        random -> {
          double truth = 1 + random.nextDouble();
          var requests = new ArrayList<Timeline>();
          double above = 0;
          double below = 0;
          for (int r = 0; r < 400; r++) {
            double chunksPerMs = Math.exp(4 * random.nextDouble());
            long oneMs = random.nextLong(20, 100);
            long twoMs = random.nextLong(20, 100);
            int one = (int) Math.round(chunksPerMs * oneMs * random.nextDouble(0.8, 1.2));
            int two = (int) Math.round(chunksPerMs * twoMs * truth * random.nextDouble(0.8, 1.2));
            requests.add(request(phase(1, oneMs, one), phase(2, twoMs, two)));
            above += (double) two * oneMs / (oneMs + twoMs);
            below += (double) one * twoMs / (oneMs + twoMs);
          }
          double estimate = SpeedupEstimate.of(requests, 2).speedup(2);
          assertThat(estimate).isCloseTo(above / below, within(0.02));
          assertThat(estimate).isCloseTo(truth, within(0.05));
        });
  }

  @Test
  void aDegreeBetweenKnownOnesIsInterpolatedAndOneBeyondGainsNothing() {
    SpeedupEstimate speedups =
        SpeedupEstimate.of(List.of(request(phase(1, 100, 10_000), phase(4, 100, 25_000))), 6);
    assertThat(speedups.speedup(4)).isCloseTo(2.5, within(0.01));
    assertThat(speedups.speedup(2)).isCloseTo(1.5, within(0.01));
    assertThat(speedups.speedup(3)).isCloseTo(2, within(0.01));
    assertThat(speedups.speedup(6)).isEqualTo(speedups.speedup(4));
    assertThat(speedups.isSeen(3)).isFalse();
    assertThat(speedups).hasToString("1.00, 1.50?, 2.00?, 2.50, 2.50?, 2.50?");
  }

  @Test
  void neverFallsAndStaysBetweenOneAndTheDegree() {
    SpeedupEstimate falling =
        SpeedupEstimate.of(
            List.of(request(phase(1, 100, 10_000), phase(2, 100, 16_000), phase(3, 100, 14_000))),
            3);
    assertThat(falling.speedup(2)).isEqualTo(falling.speedup(3)).isBetween(1.4, 1.6);
    SpeedupEstimate harmful =
        SpeedupEstimate.of(List.of(request(phase(1, 100, 10_000), phase(2, 100, 5_000))), 2);
    assertThat(harmful.speedup(2)).isEqualTo(1);
    SpeedupEstimate impossible =
        SpeedupEstimate.of(List.of(request(phase(1, 100, 10_000), phase(2, 100, 50_000))), 2);
    assertThat(impossible.speedup(2)).isEqualTo(2);
  }

  @Test
  void rareOrUnlinkedDegreesShowNoSpeedup() {
    List<Timeline> unlinked =
        List.of(request(phase(1, 100, 10_000)), request(phase(2, 100, 30_000)));
    assertThat(SpeedupEstimate.of(unlinked, 2).isSeen(2)).isFalse();
    assertThat(SpeedupEstimate.of(unlinked, 2).speedup(2)).isEqualTo(1);
    List<Timeline> few = List.of(request(phase(1, 20, 20), phase(2, 20, 30)));
    assertThat(SpeedupEstimate.of(few, 2).isSeen(2)).isFalse();
    assertThat(SpeedupEstimate.of(List.of(), 3).speedup(3)).isEqualTo(1);
  }
}
