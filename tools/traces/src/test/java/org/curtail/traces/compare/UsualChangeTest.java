package org.curtail.traces.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.curtail.traces.DamageCounts;
import org.curtail.traces.Span;
import org.curtail.traces.SpanKind;
import org.curtail.traces.TraceAssembly;
import org.curtail.traces.Window;
import org.junit.jupiter.api.Test;

/** Recordings of one service whose duration at every time is known. */
class UsualChangeTest {
  private static final long SECOND = 1_000_000_000;
  private static final int PER_SECOND = 10;

  private final TextIndex keys = new TextIndex();
  private final int front = keys.of("front");

  /** Requests at a constant rate; the duration depends on the second. */
  private List<ComparedRequest> recording(
      int seconds, int perSecond, IntToDoubleFunction millisAtSecond) {
    List<ComparedRequest> requests = new ArrayList<>();
    for (int i = 0; i < seconds * perSecond; i++) {
      long start = i * SECOND / perSecond;
      long nanos = Math.round(millisAtSecond.applyAsDouble(i / perSecond) * 1e6);
      requests.add(
          ComparedRequest.of(
              TraceAssembly.of(
                  List.of(
                      new Span(
                          "t" + i,
                          "r",
                          null,
                          "front",
                          "get",
                          SpanKind.SERVER,
                          start,
                          nanos,
                          false)),
                  new DamageCounts()),
              keys));
    }
    return requests;
  }

  private static Window seconds(long from, long to) {
    return new Window(from * SECOND, to * SECOND);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  @Test
  void pairsAreAllAdjacentWindowsOutsideOfTheSecondWindow() {
    List<ComparedRequest> all = recording(600, PER_SECOND, second -> 100 + second / 60.0);
    // Second windows begin at 30, 60 to 540 s; [300, 330) and [330, 360) touch [330, 360).
    var usual = new UsualChange(all, seconds(300, 330), seconds(330, 360));
    assertThat(usual.otherTimes()).isEqualTo(18 - 2);
    assertThat(usual.medianMillis(front)).isEqualTo(0.5, within(1e-6));
    assertThat(usual.deviationMillis(front)).isEqualTo(0, within(1e-6));
    assertThat(usual.medianMillis(keys.of("other"))).isZero();
  }

  @Test
  void pairsHaveTheDistanceOfTheTwoWindows() {
    List<ComparedRequest> all = recording(600, PER_SECOND, second -> 100 + second / 60.0);
    // 45 s apart, every 20 s from 55 s to 575 s; those at 320, 340, 360, 365 to 395 s touch.
    var usual = new UsualChange(all, seconds(290, 300), seconds(335, 355));
    assertThat(usual.medianMillis(front)).isEqualTo(50 / 60.0, within(1e-6));
    // From first to last in steps of 20 s, except those that touch the window after.
    long touching =
        IntStream.iterate(45, at -> at <= 579, at -> at + 20)
            .filter(at -> (at < 355 && at + 20 > 335) || (at - 45 < 355 && at - 35 > 335))
            .count();
    assertThat(usual.otherTimes()).isEqualTo(27 - touching);
  }

  @Test
  void deviationIsTheMedianDistanceFromTheMedianChange() {
    var random = new SplittableRandom(5);
    double[] millis = random.doubles(20, 50, 60).toArray();
    List<ComparedRequest> all = recording(600, PER_SECOND, second -> millis[second / 30]);
    var usual = new UsualChange(all, seconds(300, 330), seconds(330, 360));
    double[] changes =
        IntStream.range(1, 19)
            .filter(k -> k != 11 && k != 12)
            .mapToDouble(k -> millis[k] - millis[k - 1])
            .toArray();
    assertThat(usual.medianMillis(front)).isEqualTo(median(changes), within(1e-6));
    double median = median(changes);
    double[] distances = Arrays.stream(changes).map(c -> Math.abs(c - median)).toArray();
    assertThat(usual.deviationMillis(front)).isEqualTo(1.4826 * median(distances), within(1e-6));
  }

  @Test
  void longRecordingHasAboutSixtyPairs() {
    List<ComparedRequest> all = recording(6_100, 3, second -> 10);
    var usual = new UsualChange(all, seconds(3_000, 3_010), seconds(3_010, 3_020));
    assertThat(usual.otherTimes()).isBetween(55, 60);
  }

  @Test
  void partsOfTheFirstWindowReplaceMissingPairs() {
    List<ComparedRequest> all =
        recording(120, PER_SECOND, second -> 100 + second * second / 1_000.0);
    var usual = new UsualChange(all, seconds(0, 60), seconds(60, 120));
    assertThat(usual.otherTimes()).isZero();
    // Quarters of 15 s, every 7.5 s: five pairs, with 30 s in the middle.
    double[] changes =
        IntStream.rangeClosed(2, 6)
            .mapToDouble(k -> mean(all, 7.5 * k, 15) - mean(all, 7.5 * k - 15, 15))
            .toArray();
    assertThat(usual.medianMillis(front)).isEqualTo(median(changes), within(0.01));
    double median = median(changes);
    assertThat(usual.deviationMillis(front))
        .isEqualTo(
            1.4826 * median(Arrays.stream(changes).map(c -> Math.abs(c - median)).toArray()),
            within(0.015));
  }

  private static double mean(List<ComparedRequest> all, double fromSeconds, double seconds) {
    return all.stream()
        .filter(request ->
            request.startNanos() >= fromSeconds * SECOND
                && request.startNanos() < (fromSeconds + seconds) * SECOND)
        .mapToDouble(ComparedRequest::millis)
        .average()
        .orElseThrow();
  }

  @Test
  void pairsNeedThirtyRequestsInEachWindow() {
    List<ComparedRequest> enough = recording(600, 3, second -> 10);
    assertThat(new UsualChange(enough, seconds(300, 310), seconds(310, 320)).otherTimes())
        .isPositive();
    List<ComparedRequest> few = recording(600, 2, second -> 10 + second);
    var usual = new UsualChange(few, seconds(300, 310), seconds(310, 320));
    assertThat(usual.otherTimes()).isZero();
    assertThat(usual.medianMillis(front)).isZero();
    assertThat(usual.deviationMillis(front)).isZero();
    assertThat(usual.share(front)).isZero();
  }
}
