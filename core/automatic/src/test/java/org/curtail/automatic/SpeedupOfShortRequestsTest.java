package org.curtail.automatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.curtail.automatic.learn.SpeedupModel;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.Timeline;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A second thread has a starting cost, so short requests lose by it. Learned from requests that
 * have the thread for a while; the oracle has it until its end. The learned speedup is never much
 * too high. For long requests it is too low: in a short while the starting cost is greater.
 */
class SpeedupOfShortRequestsTest {
  private static final double MEDIAN_NANOS = 1e6;

  /**
   * Standard deviation of the logarithm of the demand: the shortest of a hundred take a sixteenth
   * of the median.
   */
  private static final double SPREAD = 1.2;

  private static final double COST_SPREAD = 0.5;
  private static final double SHARE_THAT_ENDS = 0.25;
  private static final double NEVER = 1e18;
  private static final int RUNS = 400;

  /** Too few to separate short from long. */
  private static final int FEW = 40;

  private record Kind(int chunks, double startNanos, double speedup) {
    Timeline served(double demandNanos, double leaveNanos, Random random) {
      double joinNanos = 30e3 + 40e3 * random.nextDouble();
      var request =
          new ChunkedRequest(
              chunks,
              COST_SPREAD,
              speedup,
              demandNanos / chunks,
              joinNanos,
              startNanos,
              leaveNanos);
      return Exploration.withImmediateThreads(request.run(random));
    }

    /** Speedup of two threads until the end. */
    double truth(double demandNanos, Random random) {
      double sumNanos = 0;
      for (int run = 0; run < RUNS; run++) {
        sumNanos += served(demandNanos, NEVER, random).executionNanos();
      }
      return RUNS * demandNanos / sumNanos;
    }
  }

  /** Explores as in {@link Exploration}. */
  private static double leaveNanos(Random random) {
    double leaveNanos = MEDIAN_NANOS / 4;
    while (random.nextDouble() >= SHARE_THAT_ENDS) {
      leaveNanos *= 2;
    }
    return leaveNanos;
  }

  /** It may be most of the request's time. */
  @Test
  void whatIsDoneBeforeThereAreChunksIsNoTimeOfOneThread() {
    var kind = new Kind(100, 50e3, 1.4);
    var random = new Random(7);
    List<Timeline> requests = new ArrayList<>();
    List<Timeline> beginning = new ArrayList<>();
    for (int r = 0; r < FEW; r++) {
      Timeline served = kind.served(MEDIAN_NANOS, leaveNanos(random), random);
      requests.add(served);
      var path = new ArrayList<>(served.path());
      path.addFirst(new Timeline.Phase(1, Math.round(MEDIAN_NANOS / 2), 0));
      beginning.add(served.with(path, List.of()));
    }
    SpeedupModel model = SpeedupModel.of(requests);
    assertThat(SpeedupModel.of(beginning).speedup(2, MEDIAN_NANOS))
        .isCloseTo(model.speedup(2, MEDIAN_NANOS), within(1e-9));
    // No number of threads makes it shorter than the work of one of them alone.
    var alone = new Timeline.Phase(1, 5_000_000, 0);
    var shared = new Timeline.Phase(1, 8_000_000, 40);
    var request =
        new Timeline(
            0, 0, 13_000_000, 13_000_000, 1, 40, List.of(alone, shared), Outcome.COMPLETED);
    double[] timesMs = model.timesMs(request, 2);
    assertThat(timesMs[0]).isCloseTo(13, within(1e-6));
    assertThat(timesMs[1]).isCloseTo(5 + 8 / model.speedup(2, 13e6), within(1e-6));
    // A caller that does all of the work claims no chunk.
    var whole = request.with(List.of(new Timeline.Phase(1, 13_000_000, 0)), List.of());
    assertThat(model.timesMs(whole, 2)[1]).isCloseTo(13 / model.speedup(2, 13e6), within(1e-6));
  }

  @ParameterizedTest
  @CsvSource({
    "24, 50, 1.9, 3000",
    "24, 50, 1.4, 400",
    "24, 150, 1.9, 3000",
    "24, 150, 1.4, 3000",
    "24, 150, 1.4, 400",
    "100, 50, 1.9, 3000",
    "100, 50, 1.4, 400",
    "100, 150, 1.9, 3000",
    "100, 150, 1.9, 400",
    "100, 150, 1.4, 3000",
    "100, 150, 1.4, 400",
  })
  void theCostOfAStartIsLearned(int chunks, double startMicros, double speedup, int count) {
    var kind = new Kind(chunks, startMicros * 1e3, speedup);
    var random = new Random(5);
    List<Timeline> requests = new ArrayList<>();
    double[] demandNanos = new double[count];
    for (int r = 0; r < count; r++) {
      demandNanos[r] = MEDIAN_NANOS * Math.exp(SPREAD * random.nextGaussian());
      requests.add(kind.served(demandNanos[r], leaveNanos(random), random));
    }
    SpeedupModel model = SpeedupModel.of(requests);
    Arrays.sort(demandNanos);
    for (int percent : new int[] {3, 10, 25, 50, 75, 97}) {
      double nanos = demandNanos[count * percent / 100];
      assertThat(model.speedup(2, nanos) / kind.truth(nanos, random))
          .as("learned over true, at percentile %d, which takes %.0f ns", percent, nanos)
          .isBetween(0.65, 1.1);
    }
  }
}
