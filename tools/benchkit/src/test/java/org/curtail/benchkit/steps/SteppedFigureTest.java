package org.curtail.benchkit.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.PaperFigure.Curve;
import org.curtail.benchkit.results.PaperFigure.Point;
import org.junit.jupiter.api.Test;

class SteppedFigureTest {
  private static final SteppedLoad LOAD =
      new SteppedLoad(RateSteps.parse("--rps-steps", "20:10s,50:10s"), 2000);

  /** Each request takes as many milliseconds as the rate of its step, times a factor. */
  private static Served served(double factor) {
    double[] arrivalsMs = IntStream.range(0, 2000).mapToDouble(i -> i * 10.0).toArray();
    return new Served(
        arrivalsMs,
        Arrays.stream(arrivalsMs).map(ms -> factor * (ms < 10_000 ? 20 : 50)).toArray(),
        Arrays.stream(arrivalsMs).map(ms -> ms < 10_000 ? 4.0 : 1.0).toArray());
  }

  @Test
  void curvesAreMeansOverRepeatsBetweenTheLeastAndTheGreatest() {
    PaperFigure figure =
        SteppedFigure.of(LOAD, Map.of("clairvoyant-9", List.of(served(1), served(2))), Set.of());

    Curve latency = figure.panels().get(0).curves().getFirst();
    assertThat(latency.name()).isEqualTo("clairvoyant-9");
    assertThat(latency.points().getFirst().x()).isEqualTo(2);
    assertThat(latency.points().getLast().x()).isEqualTo(20);
    for (Point point : latency.points()) {
      assertThat(point.low()).isCloseTo(point.y() / 1.5, within(1e-9));
      assertThat(point.high()).isCloseTo(point.y() / 0.75, within(1e-9));
      if (point.x() < 10) {
        assertThat(point.y()).isCloseTo(30, within(1e-9));
      } else if (point.x() >= 12) {
        assertThat(point.y()).isCloseTo(75, within(1e-9));
      } else {
        assertThat(point.y()).isBetween(30.0, 75.0);
      }
    }
    List<Point> degree = figure.panels().get(1).curves().getFirst().points();
    assertThat(degree.getFirst().y()).isCloseTo(4, within(1e-9));
    assertThat(degree.getLast().y()).isCloseTo(1, within(1e-9));
  }

  @Test
  void theLoadIsDrawnUprightWhereItChanges() {
    PaperFigure figure =
        SteppedFigure.of(LOAD, Map.of("sequential", List.of(served(1))), Set.of("sequential"));
    Curve rates = figure.panels().get(2).curves().getFirst();
    assertThat(rates.points())
        .containsExactly(
            new Point(0, 20, 20, 20),
            new Point(10, 20, 20, 20),
            new Point(10, 50, 50, 50),
            new Point(20, 50, 50, 50));
    assertThat(figure.panels().getFirst().curves().getFirst().knowsDemand()).isTrue();
    assertThat(figure.caption()).contains("2 s before").contains("of one repeat");
  }

  @Test
  void aMomentWithoutRequestsHasNoPoint() {
    var early = new Served(new double[] {100, 5000}, new double[] {7, 9}, new double[] {1, 1});
    Curve latency =
        SteppedFigure.of(LOAD, Map.of("sequential", List.of(early)), Set.of())
            .panels()
            .getFirst()
            .curves()
            .getFirst();
    assertThat(latency.points())
        .isNotEmpty()
        .allMatch(p -> p.x() < 7)
        .extracting(Point::y)
        .containsOnly(7.0, 9.0);
  }
}
