package org.curtail.benchkit.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.curtail.benchkit.replicas.RecordedTimes.Copies;
import org.junit.jupiter.api.Test;

class RecordedTimesTest {
  private static final double NONE = Double.NaN;

  @Test
  void aCopyOfAPairTakesTheTimeOfItsOwnRequest() {
    var times =
        RecordedTimes.of(new double[] {1, 2, 3}, new double[] {10, 20, 30}, new double[] {1, 1, 1});
    assertThat(times.copies()).isEqualTo(Copies.PAIRED);
    RecordedTimes.Draw draw = times.draw(new Random(3));
    for (int i = 0; i < 100; i++) {
      long first = draw.nextNanos();
      assertThat(draw.copyNanos()).isEqualTo(10 * first);
    }
  }

  @Test
  void whereOnlySomeRequestsHaveACopyAnyCopysTimeIsTaken() {
    var times =
        RecordedTimes.of(
            new double[] {1, 2, 3}, new double[] {NONE, 20, NONE}, new double[] {1, 1, 1});
    assertThat(times.copies()).isEqualTo(Copies.APART);
    RecordedTimes.Draw draw = times.draw(new Random(3));
    for (int i = 0; i < 20; i++) {
      draw.nextNanos();
      assertThat(draw.copyNanos()).isEqualTo(20_000_000);
    }
  }

  @Test
  void timesAreDrawnAsOftenAsTheirWeightsSay() {
    var times =
        RecordedTimes.of(new double[] {1, 2}, new double[] {NONE, NONE}, new double[] {3, 1});
    assertThat(times.copies()).isEqualTo(Copies.LIKE_REQUESTS);
    assertThat(times.meanMs()).isCloseTo(1.25, within(1e-12));
    assertThat(times.percentileMs(75)).isEqualTo(1);
    assertThat(times.percentileMs(76)).isEqualTo(2);
    RecordedTimes.Draw draw = times.draw(new Random(3));
    int slow = 0;
    for (int i = 0; i < 10_000; i++) {
      slow += draw.nextNanos() == 2_000_000 ? 1 : 0;
      assertThat(draw.copyNanos()).isIn(1_000_000L, 2_000_000L);
    }
    assertThat(slow).isBetween(2300, 2700);
  }

  @Test
  void impossibleTimesAreRejected() {
    assertThatThrownBy(() -> RecordedTimes.of(0, 0)).hasMessageContaining("not all be 0");
    assertThatThrownBy(() -> RecordedTimes.of(1, -1)).hasMessageContaining("-1");
    assertThatThrownBy(RecordedTimes::of).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> RecordedTimes.of(new double[] {1}, new double[] {}, new double[] {1}))
        .hasMessageContaining("as many");
  }
}
