package org.curtail.papers.automatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.SyntheticProfiles;
import org.junit.jupiter.api.Test;

class DriftKindTest {
  private static final Profile BEFORE = SyntheticProfiles.luceneLike(1000, 4);

  @Test
  void demandDoublesAtEveryDegree() {
    Profile after = DriftKind.DOUBLED.after(BEFORE);
    for (int degree = 1; degree <= 4; degree++) {
      assertThat(after.meanMs(degree)).isCloseTo(2 * BEFORE.meanMs(degree), within(1e-9));
    }
    assertThat(DriftKind.NONE.after(BEFORE)).isEqualTo(BEFORE);
  }

  @Test
  void speedupsHalveAndTheDemandStays() {
    Profile after = DriftKind.HALVED_SPEEDUPS.after(BEFORE);
    assertThat(after.meanMs(1)).isEqualTo(BEFORE.meanMs(1));
    assertThat(after.speedup(999, 3)).isCloseTo(BEFORE.speedup(999, 3) / 2, within(1e-12));
  }

  @Test
  void onlyTheLongestTwentiethBecomesLonger() {
    Profile after = DriftKind.HEAVY_TAIL.after(BEFORE);
    assertThat(after.percentileMs(90, 1)).isEqualTo(BEFORE.percentileMs(90, 1));
    assertThat(after.percentileMs(99, 1)).isCloseTo(4 * BEFORE.percentileMs(99, 1), within(1e-9));
    assertThat(IntStream.range(0, 1000).filter(r -> after.timeMs(r, 1) > BEFORE.timeMs(r, 1)))
        .hasSize(50);
  }

  @Test
  void theLongerHalfComesThreeTimesAsOften() {
    Profile after = DriftKind.OTHER_MIX.after(BEFORE);
    assertThat(IntStream.range(0, 1000).filter(r -> after.weight(r) == 3)).hasSize(500);
    assertThat(after.percentileMs(25, 1)).isEqualTo(BEFORE.percentileMs(50, 1));
  }

  @Test
  void aTraceHasTheRequestsOfBeforeUpToTheChangeAndThoseOfAfterFromItOn() {
    Profile after = DriftKind.DOUBLED.after(BEFORE);
    DriftTrace drift = DriftTrace.draw(new PoissonArrivals(50), BEFORE, after, 2000, 800, 3);
    DriftTrace same = DriftTrace.draw(new PoissonArrivals(50), BEFORE, BEFORE, 2000, 800, 3);
    for (int i = 0; i < 2000; i++) {
      double ms = drift.both().timeMs(drift.trace().request(i), 2);
      double before = same.both().timeMs(same.trace().request(i), 2);
      assertThat(ms).as("request %d", i).isEqualTo(i < 800 ? before : 2 * before);
      assertThat(drift.trace().arrivalMs(i)).isEqualTo(same.trace().arrivalMs(i));
    }
    assertThat(drift.requestsUntil(drift.changeNanos())).isEqualTo(1);
    double changeMs = drift.trace().arrivalMs(800);
    assertThat(drift.arrivedWithin(changeMs - 1e-6, changeMs + 20_000).meanMs(1))
        .isCloseTo(2 * BEFORE.meanMs(1), within(80.0));
  }
}
