package org.curtail.automatic.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.curtail.demand.SpeedupEstimate;
import org.curtail.runtime.Timeline;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class SpeedupModelTest {
  private static List<Timeline> requests(Traffic traffic, int count, double sigma) {
    var requests = new ArrayList<Timeline>();
    for (int r = 0; r < count; r++) {
      requests.add(traffic.request(traffic.logNormal(20, sigma)));
    }
    return requests;
  }

  @Test
  void manyRequestsAtSomeDegreesGiveTheOthersByTheLaw() {
    var traffic = new Traffic(11, Traffic.law(0.08, 0.004), 1, 2, 4, 12);
    SpeedupModel model = SpeedupModel.of(requests(traffic, 3_000, 0.5));
    for (int degree = 2; degree <= 16; degree++) {
      double truth = traffic.truth.speedup(degree, 20);
      assertThat(model.speedup(degree, 20e6))
          .as("degree %d", degree)
          .isCloseTo(truth, within(0.05 * truth));
    }
    assertThat(model.isTried(4)).isTrue();
    assertThat(model.isTried(3)).isFalse();
    assertThat(model.isTried(99)).isFalse();
  }

  /** 98 % of 1 ms gain nothing, 2 % of 1 s gain much. Groups of equal size would mix them. */
  @Test
  void theFewLongRequestsOfTwoHumpsHaveTheirOwnSpeedups() {
    var traffic =
        new Traffic(7, (degree, demandMs) -> demandMs < 100 ? 1 : Math.pow(degree, 0.8), 1, 2, 4);
    var requests = new ArrayList<Timeline>();
    for (int r = 0; r < 500; r++) {
      requests.add(traffic.request(r % 50 == 0 ? 1_000 : 1));
    }
    SpeedupModel model = SpeedupModel.of(requests);
    assertThat(model.hasGap()).isTrue();
    for (int degree : List.of(2, 4)) {
      double truth = Math.pow(degree, 0.8);
      assertThat(model.speedup(degree, 1_000e6))
          .as("degree %d", degree)
          .isCloseTo(truth, within(0.15 * truth));
      assertThat(model.speedup(degree, 1e6)).as("degree %d", degree).isCloseTo(1, within(0.1));
    }
    assertThat(model.demandNanos(requests.getFirst())).isCloseTo(1_000e6, within(150e6));
    assertThat(SpeedupModel.of(requests.subList(0, 200)).hasGap()).as("only four").isFalse();
  }

  @Test
  void whatIsStatedAsErrorCoversTheTruth() {
    var tried = new int[2];
    var untried = new int[2];
    Cases.random(
        100,
        150,
        random -> {
          double serial = 0.3 * random.nextDouble();
          double contention = 0.02 * random.nextDouble();
          var traffic = new Traffic(random.nextLong(), Traffic.law(serial, contention), 1, 2, 4);
          traffic.chunkNoise = 2 * random.nextDouble();
          SpeedupModel model = SpeedupModel.of(requests(traffic, random.nextInt(3, 300), 0.8));
          for (int degree : List.of(2, 4, 8)) {
            double off =
                StrictMath.log(model.speedup(degree, 20e6) / traffic.truth.speedup(degree, 20));
            int[] counts = degree == 8 ? untried : tried;
            counts[0]++;
            counts[1] += Math.abs(off) <= 2 * model.logError(degree, 20e6) ? 1 : 0;
          }
        });
    assertThat((double) tried[1] / tried[0]).as("tried").isGreaterThan(0.9);
    assertThat((double) untried[1] / untried[0]).as("untried").isGreaterThan(0.9);
  }

  @Test
  void fewRequestsAreDrawnToTheLawAndSoCloserToTheTruth() {
    var offs = new double[2];
    Cases.random(
        300,
        100,
        random -> {
          var traffic = new Traffic(random.nextLong(), Traffic.law(0.1, 0.005), 1, 2, 4, 8);
          traffic.chunkNoise = 4;
          List<Timeline> few = requests(traffic, 8, 0.5);
          SpeedupModel model = SpeedupModel.of(few);
          SpeedupEstimate plain = SpeedupEstimate.of(few, 8);
          for (int degree : List.of(2, 4, 8)) {
            double truth = traffic.truth.speedup(degree, 20);
            offs[0] += Math.abs(StrictMath.log(model.speedup(degree, 20e6) / truth));
            offs[1] += Math.abs(StrictMath.log(plain.speedup(degree) / truth));
          }
        });
    assertThat(offs[0]).isLessThan(0.9 * offs[1]);
  }

  @Test
  void losingShortRequestsAreSeparatedFromGainingLongOnes() {
    // A fixed cost of 4 ms: requests of 5 ms lose, those of 80 ms gain.
    Traffic.Truth truth = (degree, ms) -> 1 / (1.0 / degree + 4 / ms);
    var traffic = new Traffic(21, truth, 0.5, 2, 4);
    SpeedupModel model = SpeedupModel.of(requests(traffic, 4_000, 1.2));
    for (double ms : new double[] {5, 10, 20, 40, 80}) {
      for (int degree : List.of(2, 4)) {
        assertThat(model.speedup(degree, ms * 1e6))
            .as("%s ms at degree %d", ms, degree)
            .isCloseTo(truth.speedup(degree, ms), within(0.15 * truth.speedup(degree, ms)));
      }
    }
    assertThat(model.speedup(2, 5e6)).isLessThan(0.85);
    Timeline longOne = traffic.request(100);
    assertThat(model.demandNanos(longOne)).isCloseTo(100e6, within(15e6));
  }

  @Test
  void threadsThatDoHarmShow() {
    var traffic = new Traffic(31, (degree, ms) -> degree == 1 ? 1 : 0.6, 0.5, 2, 4);
    SpeedupModel model = SpeedupModel.of(requests(traffic, 1_000, 0.5));
    assertThat(model.speedup(2, 20e6)).isCloseTo(0.6, within(0.05));
    assertThat(model.speedup(4, 20e6)).isCloseTo(0.6, within(0.05));
    assertThat(model.speedup(8, 20e6)).isLessThan(1);
  }

  @Test
  void withoutRequestsAllIsUsualAndUncertain() {
    SpeedupModel model = SpeedupModel.of(List.of());
    assertThat(model.isKnown()).isFalse();
    assertThat(model.isKnownWithin(10)).isFalse();
    assertThat(model.speedup(1, 1)).isEqualTo(1);
    assertThat(model.logError(1, 1)).isZero();
    assertThat(model.speedup(4, 1e6)).isBetween(1.5, 4.0);
    assertThat(model.logError(4, 1e6)).isGreaterThan(0.3);
    assertThat(model.logError(16, 1e6)).isGreaterThan(model.logError(4, 1e6));
  }

  @Test
  void theErrorOfManyRequestsIsSmall() {
    var traffic = new Traffic(41, Traffic.law(0.1, 0.005), 1, 2);
    SpeedupModel model = SpeedupModel.of(requests(traffic, 500, 0.5));
    assertThat(model.isKnownWithin(0.1)).isTrue();
    assertThat(model.isKnownWithin(0.001)).isFalse();
  }
}
