package org.curtail.benchkit.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.benchkit.replicas.SampleReplicaRuns.none;
import static org.curtail.benchkit.replicas.SampleReplicaRuns.run;

import java.util.List;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.PaperFigure.Curve;
import org.curtail.benchkit.results.PaperFigure.Point;
import org.curtail.benchkit.stats.Ratio;
import org.junit.jupiter.api.Test;

class ReplicaFiguresTest {
  @Test
  void aSweepIsDrawnAgainstLoadWithItsIntervals() {
    List<PaperFigure> figures = ReplicaFigures.of(SampleReplicaRuns.sweep());

    assertThat(figures).hasSize(1);
    List<Curve> ratios = figures.getFirst().panels().getFirst().curves();
    assertThat(ratios).extracting(Curve::name).containsExactly("none", "hedge-p95", "single-r");
    assertThat(ratios.get(1).points()).contains(new Point(95, 2.5, 2.1, 3.2));
    List<Curve> sent = figures.getFirst().panels().getLast().curves();
    assertThat(sent).extracting(Curve::name).containsExactly("hedge-p95", "single-r");
  }

  @Test
  void severalBudgetsAreDrawnAgainstEachOtherWithLevelLinesOfThoseWithoutOne() {
    List<PaperFigure> figures = ReplicaFigures.of(SampleReplicaRuns.budgets());

    assertThat(figures).hasSize(1);
    List<Curve> curves = figures.getFirst().panels().getFirst().curves();
    assertThat(curves).extracting(Curve::name).containsExactly("none", "single-r");
    assertThat(curves.getFirst().points())
        .containsExactly(new Point(1, 100, 100, 100), new Point(5, 100, 100, 100));
    assertThat(curves.getLast().points()).extracting(Point::x).containsExactly(1.0, 5.0);
    assertThat(curves.getLast().points()).extracting(Point::y).containsExactly(80.0, 40.0);
  }

  @Test
  void oneLoadAndOneBudgetLeaveNothingToDraw() {
    assertThat(
            ReplicaFigures.of(
                List.of(none(0.5), run("single-r", 0.5, new Ratio(0.8, 0.7, 0.9), 0.02, 0.02))))
        .isEmpty();
  }
}
