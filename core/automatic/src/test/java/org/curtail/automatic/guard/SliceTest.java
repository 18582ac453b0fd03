package org.curtail.automatic.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.curtail.Percentile;
import org.curtail.automatic.guard.Slice.SliceOutcome;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class SliceTest {
  private static final int ANY = Integer.MAX_VALUE;

  @Test
  void meanAndPercentileAreOfTheRequestsThatArrivedInIt() {
    Cases.random(
        1,
        20,
        random -> {
          int count = random.nextInt(1, 500);
          var slice = new Slice(false, 0, 1_000, 0, ANY);
          double[] responses = new double[count];
          for (int i = 0; i < count; i++) {
            long arrival = random.nextLong(125, 1_125);
            long response = random.nextLong(1, 500);
            slice.arrived(arrival, arrival, 1);
            slice.ended(arrival, response, true, arrival + response);
            responses[i] = response;
          }
          assertThat(slice.isConcluded(1_124)).isFalse();
          assertThat(slice.isConcluded(1_125)).isTrue();
          SliceOutcome outcome = slice.outcome();
          Arrays.sort(responses);
          assertThat(outcome.requests()).isEqualTo(count);
          assertThat(outcome.meanNanos())
              .isCloseTo(Arrays.stream(responses).average().orElseThrow(), within(1e-6));
          assertThat(outcome.p95Nanos()).isEqualTo(Percentile.of(responses, 95));
        });
  }

  @Test
  void countsAfterTheEndOfEarlierRequests() {
    var slice = new Slice(false, 1_000, 800, 2, ANY);
    assertThat(slice.endNanos()).isEqualTo(2_600);
    slice.arrived(1_200, 1_200, 3);
    slice.ended(900, 400, true, 1_300);
    slice.ended(950, 450, true, 1_400);
    assertThat(slice.endNanos()).isEqualTo(2_200);
    slice.arrived(1_500, 1_500, 2);
    slice.ended(1_500, 100, true, 1_600);
    slice.ended(1_200, 500, true, 1_700);
    assertThat(slice.isConcluded(2_200)).isTrue();
    assertThat(slice.outcome()).isEqualTo(new SliceOutcome(1, 100, 100, false));
  }

  /** Its thread was stopped between the reading of the clock and its report. */
  @Test
  void aLateReportOfAnEarlierArrivalCountsAsEarlier() {
    var slice = new Slice(false, 1_000, 800, 0, ANY);
    slice.arrived(990, 1_010, 1);
    slice.arrived(1_200, 1_200, 2);
    slice.ended(990, 310, true, 1_300);
    assertThat(slice.endNanos()).isEqualTo(2_100);
    slice.ended(1_200, 200, true, 1_400);
    assertThat(slice.isConcluded(2_100)).isTrue();
    assertThat(slice.washOutRequests()).isOne();
    assertThat(slice.washOutMeanNanos()).isEqualTo(200);
  }

  @Test
  void aReportAfterTheBeginningOfCountingChangesNothing() {
    var slice = new Slice(false, 1_000, 800, 0, ANY);
    slice.arrived(1_200, 1_200, 1);
    slice.arrived(990, 1_210, 2);
    slice.ended(990, 310, true, 1_300);
    slice.ended(1_200, 200, true, 1_400);
    assertThat(slice.endNanos()).isEqualTo(1_900);
    assertThat(slice.isConcluded(1_900)).isTrue();
    assertThat(slice.outcome()).isEqualTo(new SliceOutcome(1, 200, 200, false));
  }

  @Test
  void aRequestReportedAfterTheSliceIsAwaited() {
    var slice = new Slice(false, 0, 800, 0, ANY);
    slice.noteArrival(850);
    assertThat(slice.isConcluded(900)).isFalse();
    slice.ended(850, 100, true, 950);
    assertThat(slice.isConcluded(950)).isTrue();
    assertThat(slice.outcome()).isEqualTo(new SliceOutcome(1, 100, 100, false));
  }

  @Test
  void waitsForEarlierRequestsForItsLengthAtMost() {
    var slice = new Slice(false, 1_000, 800, 1, ANY);
    slice.arrived(1_801, 1_801, 2);
    slice.ended(1_801, 10, true, 1_811);
    assertThat(slice.endNanos()).isEqualTo(2_600);
    assertThat(slice.isConcluded(2_600)).isTrue();
    assertThat(slice.outcome().requests()).isEqualTo(1);
  }

  @Test
  void whoIsNotReadyOneLengthLaterCountsWithTheTimeUpToThen() {
    var slice = new Slice(false, 0, 800, 0, ANY);
    slice.arrived(200, 200, 1);
    slice.arrived(400, 400, 2);
    slice.ended(200, 100, true, 300);
    assertThat(slice.isConcluded(1_000)).isFalse();
    assertThat(slice.isConcluded(1_700)).isTrue();
    assertThat(slice.outcome()).isEqualTo(new SliceOutcome(2, (100 + 1_300) / 2.0, 1_300, false));
  }

  @Test
  void moreRequestsThanTheLimitAreAnOverrun() {
    var slice = new Slice(false, 0, 800, 5, 3);
    slice.arrived(1, 1, 6);
    slice.arrived(2, 2, 7);
    slice.arrived(3, 3, 8);
    assertThat(slice.isOverrun()).isFalse();
    slice.arrived(4, 4, 9);
    assertThat(slice.isOverrun()).isTrue();
    slice.endEarly(4);
    assertThat(slice.isOver(4)).isTrue();
    assertThat(slice.peak()).isEqualTo(4);
  }

  @Test
  void failedRequestsCountAsLoadButNotAsTimes() {
    var slice = new Slice(false, 0, 800, 0, ANY);
    slice.arrived(200, 200, 1);
    slice.arrived(300, 300, 1);
    slice.ended(200, 1, false, 201);
    slice.ended(300, 50, true, 350);
    assertThat(slice.outcome()).isEqualTo(new SliceOutcome(2, 50, 50, false));
  }

  @Test
  void withoutRequestsItIsIdle() {
    var slice = new Slice(true, 0, 800, 0, ANY);
    assertThat(slice.isIdle()).isTrue();
    assertThat(slice.isConcluded(900)).isTrue();
    assertThat(slice.outcome()).isEqualTo(new SliceOutcome(0, 0, 0, false));
    slice.arrived(10, 10, 1);
    assertThat(slice.isIdle()).isFalse();
  }
}
