package org.curtail.workflow.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.curtail.testkit.Cases;
import org.curtail.workflow.CurvePoint;
import org.curtail.workflow.ResponderTraces;
import org.curtail.workflow.Responders;
import org.curtail.workflow.Stage;
import org.curtail.workflow.estimate.VisitModel;
import org.curtail.workflow.estimate.VisitModel.TracedMoments;
import org.curtail.workflow.estimate.VisitMoments;
import org.junit.jupiter.api.Test;

class TracedMomentsTest {
  private static Stage stage(double[][] rows, int needed) {
    ResponderTraces traces = ResponderTraces.of(rows);
    return Stage.of("s", List.of(), 1, traces.times(100_000))
        .asking(new Responders(rows[0].length, needed))
        .traced(traces);
  }

  private static double[][] rows(RandomGenerator random, int visits, double common) {
    double[][] rows = new double[visits][10];
    for (double[] row : rows) {
      double ofVisit = random.nextGaussian();
      double own = Math.sqrt(1 - common * common);
      Arrays.setAll(row, i -> 5 * Math.exp(common * ofVisit + own * random.nextGaussian()));
    }
    return rows;
  }

  @Test
  void tracesOfIndependentServersHaveTheMomentsOfTheClosedForm() {
    Cases.random(
        37_000,
        2,
        random -> {
          Stage stage = stage(rows(random, 4_000, 0), random.nextInt(7, 11));
          var traced = VisitModel.of(stage);
          assertThat(traced).isInstanceOf(TracedMoments.class);
          var closed = new VisitMoments(stage.times(), stage.responders());
          for (double share : new double[] {0.01, 0.3}) {
            double delay = closed.delayMillis(share);
            assertThat(traced.delayMillis(share)).isCloseTo(delay, within(0.01 * delay));
            CurvePoint expected = closed.of(delay, 0.7);
            CurvePoint found = traced.of(delay, 0.7);
            assertThat(found.meanMillis())
                .isCloseTo(expected.meanMillis(), within(0.03 * expected.meanMillis()));
            assertThat(found.deviationMillis())
                .isCloseTo(expected.deviationMillis(), within(0.15 * expected.deviationMillis()));
            assertThat(found.reissueFraction())
                .isCloseTo(expected.reissueFraction(), within(0.05 * share));
          }
        });
  }

  @Test
  void callsSentAgainAreThoseThatAreLateInVisitsThatHaveNotEnded() {
    Stage stage = stage(new double[][] {{1, 2, 9}, {1, 9, 9}, {9, 9, 9}}, 2);
    var traced = VisitModel.of(stage);
    // After 5 ms, the first visit has its two answers; the other visits have two and three late
    // calls.
    assertThat(traced.shareSent(5)).isCloseTo(5.0 / 9, within(1e-12));
    assertThat(traced.of(5, 0.5).reissueFraction()).isCloseTo(2.5 / 9, within(1e-12));
    assertThat(traced.shareSent(9)).isZero();
  }

  @Test
  void theCurveOfATracedStageFallsAndKeepsTheShare() {
    Cases.one(
        38_000,
        random -> {
          StageCurve curve = StageCurve.of(stage(rows(random, 500, 0.7), 10));
          double without = curve.without().varianceMillisSquared();
          assertThat(curve.hull().at(0.1)).isLessThan(without);
          CurvePoint point = curve.leastVariance(0.1);
          assertThat(point.reissueFraction()).isBetween(0.01, 0.1 * (1 + 1e-9));
          assertThat(point.varianceMillisSquared()).isLessThan(without);
        });
  }
}
