package org.curtail.automatic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.curtail.demand.SpeedupEstimate;
import org.curtail.runtime.Timeline;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Mean error of a learned speedup for requests with few chunks. */
class SpeedupBiasTest {
  private static final int REQUESTS = 20_000;

  /** Standard deviation of the logarithm of a chunk's time, from request to request. */
  private static final double SPREAD = 0.7;

  private static final double SHARE_THAT_ENDS = 0.25;
  private static final double TYPICAL_CHUNK_NANOS = 1e6;

  /** They explore as in {@link Exploration}: a quarter of a typical time, or 2, 4, 8 times that. */
  private static List<Timeline> requests(int chunks, double costSpread, double speedup) {
    var random = new Random(5);
    var requests = new ArrayList<Timeline>();
    for (int r = 0; r < REQUESTS; r++) {
      double chunkNanos = TYPICAL_CHUNK_NANOS * Math.exp(SPREAD * random.nextGaussian());
      double leaveNanos = chunks * TYPICAL_CHUNK_NANOS / 4;
      while (random.nextDouble() >= SHARE_THAT_ENDS) {
        leaveNanos *= 2;
      }
      double joinNanos = (0.02 + 0.2 * random.nextDouble()) * chunkNanos;
      requests.add(
          new ChunkedRequest(chunks, costSpread, speedup, chunkNanos, joinNanos, 0, leaveNanos)
              .run(random));
    }
    return requests;
  }

  /** Too low if chunks are alike, too high if some take many times as long as others. */
  @ParameterizedTest
  @Tag("long")
  @CsvSource({
    "16, 0.1, 1.8, -0.06, 0",
    "16, 0.3, 1.8, -0.05, 0.01",
    "16, 0.6, 1.8, -0.02, 0.04",
    "16, 1, 1.8, 0, 0.12",
    "24, 0, 1.8, -0.07, 0",
    "24, 0.1, 1.8, -0.05, 0.01",
    "24, 0.3, 1.8, -0.04, 0.01",
    "24, 0.6, 1.8, -0.02, 0.02",
    "24, 0.3, 1.2, -0.04, 0.01",
    "24, 1, 1.8, 0, 0.07",
    "24, 2, 1.8, 0, 0.23",
    "32, 0.3, 1.8, -0.03, 0.01",
    "64, 0.3, 1.8, -0.02, 0.01",
    "64, 0.6, 1.1, -0.02, 0.02",
    "64, 1, 1.8, -0.01, 0.03",
    "64, 2, 1.8, 0, 0.08",
  })
  void isWithinAFewPercent(
      int chunks, double costSpread, double speedup, double lowest, double highest) {
    double estimate =
        SpeedupEstimate.of(requests(chunks, costSpread, speedup), 2).speedup(2) / speedup - 1;
    assertThat(estimate).isBetween(lowest, highest);
  }

  @Test
  void requestsOfSixteenChunksShowSpeedupsAndThoseOfTwelveDoNot() {
    assertThat(SpeedupEstimate.of(requests(16, 0.3, 1.8), 2).isKnown()).isTrue();
    assertThat(SpeedupEstimate.of(requests(12, 0.3, 1.8), 2).isKnown()).isFalse();
  }
}
