package org.curtail.cli.serve.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.curtail.Percentile;
import org.curtail.cli.serve.live.Figures.Point;
import org.junit.jupiter.api.Test;

class FiguresTest {
  private static final long SECOND = 1_000_000_000;

  @Test
  void percentilesAreThoseOfTheLastTenSeconds() {
    long seed = 3;
    var random = new Random(seed);
    var figures = new Figures(0);
    double[] ms = new double[1200];
    for (int i = 0; i < ms.length; i++) {
      long nanos = 1L + random.nextInt(1_000_000_000);
      figures.add(i * SECOND / 60, nanos);
      ms[i] = nanos / 1e6;
    }

    // 20 seconds at 60 requests a second: the last ten count.
    Point point = figures.point(20 * SECOND, 20_000, 3, 1);

    double[] last = Arrays.copyOfRange(ms, 600, 1200);
    Arrays.sort(last);
    assertThat(point.p50()).isEqualTo(Percentile.of(last, 50));
    assertThat(point.p95()).isEqualTo(Percentile.of(last, 95));
    assertThat(point.p99()).isEqualTo(Percentile.of(last, 99));
    assertThat(point.perSecond()).isEqualTo(60);
    assertThat(figures.points()).containsExactly(point);
  }

  @Test
  void fewRequestsHaveNoPercentile() {
    var figures = new Figures(0);
    for (int i = 0; i < Figures.FEWEST - 1; i++) {
      figures.add(SECOND, 1_000_000);
    }
    assertThat(figures.point(SECOND, 1000, 0, 0).p50()).isNaN();

    figures.add(SECOND, 1_000_000);

    assertThat(figures.point(SECOND, 1000, 0, 0).p50()).isEqualTo(1.0);
  }

  @Test
  void aChangeOfTheServerBeginsANewWindow() {
    var figures = new Figures(0);
    for (int i = 0; i < 200; i++) {
      figures.add(SECOND, 9_000_000);
    }
    figures.restart(2 * SECOND);
    figures.add(SECOND, 9_000_000);
    for (int i = 0; i < 100; i++) {
      figures.add(3 * SECOND, 1_000_000);
    }

    Point point = figures.point(3 * SECOND, 3000, 0, 0);

    assertThat(point.p99()).isEqualTo(1.0);
    assertThat(point.perSecond()).isEqualTo(100);
  }
}
