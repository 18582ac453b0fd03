package org.curtail.opensearch.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class LongQueriesTest {
  private static final long MILLI = 1_000_000;

  private final LongQueries queries = new LongQueries();
  private long nowNanos;

  /** Look-ups of 1 ms, 60 each second, of which one in 50 is a search of a second instead. */
  private void serve(int seconds, double cpuShare) {
    var random = new Random(3);
    for (int i = 0; i < 60 * seconds; i++) {
      nowNanos += 1_000 * MILLI / 60;
      if (random.nextInt(50) == 0) {
        queries.ended(1_000 * MILLI, Math.round(1_000 * MILLI / cpuShare), nowNanos);
      } else {
        queries.ended(MILLI, 2 * MILLI, nowNanos);
      }
    }
  }

  @Test
  void nothingIsLongBeforeAQueryHasEnded() {
    assertThat(queries.isLong(1e12)).isFalse();
    assertThat(queries.places(4, 2, false, 0)).isEqualTo(4);
  }

  @Test
  void longIsTwentyTimesTheShortestTenth() {
    serve(30, 1);
    assertThat(queries.isLong(MILLI)).isFalse();
    assertThat(queries.isLong(9 * MILLI)).isFalse();
    assertThat(queries.isLong(50 * MILLI)).isTrue();
    assertThat(queries.isLong(1_000 * MILLI)).isTrue();
  }

  @Test
  void queriesOfOneSizeAreNeverLong() {
    for (int i = 0; i < 1_000; i++) {
      nowNanos += MILLI;
      queries.ended(500 * MILLI, 500 * MILLI, nowNanos);
    }
    assertThat(queries.isLong(500 * MILLI)).isFalse();
    assertThat(queries.isLong(5_000 * MILLI)).isFalse();
  }

  @Test
  void longOnesHoldAsManyPlacesAsKeepTheCoresBusy() {
    serve(30, 1);
    assertThat(queries.places(4, 2, false, nowNanos)).isEqualTo(2);
    assertThat(queries.places(24, 16, false, nowNanos)).isEqualTo(16);
  }

  @Test
  void longOnesThatWaitForADiskMayHoldMorePlacesButLeaveOne() {
    serve(600, 0.25);
    assertThat(queries.places(4, 2, false, nowNanos)).isEqualTo(3);
    assertThat(queries.places(24, 2, false, nowNanos)).isBetween(7, 9);
  }

  @Test
  void oneThatHasWaitedForItsOwnTimeMayTakeAllPlacesButThoseThatShortOnesNeed() {
    serve(30, 1);
    assertThat(queries.places(4, 2, true, nowNanos)).isEqualTo(3);
    assertThat(queries.places(1, 2, true, nowNanos)).as("never none").isEqualTo(1);
  }

  @Test
  void manyShortOnesNeedSeveralPlaces() {
    for (int i = 0; i < 60_000; i++) {
      nowNanos += MILLI;
      queries.ended(2 * MILLI, 2 * MILLI, nowNanos);
    }
    // 1,000 a second that hold a place for 2 ms: two at once, and twice the root of two.
    assertThat(queries.places(16, 16, true, nowNanos)).isEqualTo(16 - 5);
  }

  @Test
  void allPlacesAreTheirsOnceNoShortOneHasArrivedForAWhile() {
    serve(30, 1);
    assertThat(queries.places(4, 2, false, nowNanos + 200_000 * MILLI)).isEqualTo(4);
  }
}
