package org.curtail.workflow.partial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.ResponderTraces;
import org.curtail.workflow.Responders;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.estimate.OrderStatistics;
import org.curtail.workflow.partial.Visits.StopOutcome;
import org.junit.jupiter.api.Test;

class VisitsTest {
  private static Stage stage(Responders responders, double... times) {
    return Stage.of("search", List.of(), 1, StageTimes.independent(times)).asking(responders);
  }

  @Test
  void tracesAreVisitsAsTheyAreUpToTheAnswerAwaited() {
    ResponderTraces traces = ResponderTraces.of(new double[][] {{3, 1, 2}, {9, 7, 8}});
    Stage stage = stage(new Responders(3, 2), 1).traced(traces);
    Visits visits = Visits.of(stage, 10, 1);
    assertThat(visits.size()).isEqualTo(2);
    assertThat(visits.needed()).isEqualTo(2);
    assertThat(visits.answersMillis(0)).containsExactly(1, 2);
    assertThat(visits.answersMillis(1)).containsExactly(7, 8);
  }

  @Test
  void drawnVisitsHaveThePercentilesOfTheOrderStatistic() {
    double[] times = new double[1_000];
    for (int i = 0; i < times.length; i++) {
      times[i] = 1 + i * i;
    }
    Responders responders = new Responders(20, 18);
    Visits visits = Visits.of(stage(responders, times), 40_000, 1);
    StopOutcome all = visits.under(PartialAnswer.NONE);
    for (double percentile : new double[] {10, 50, 90}) {
      double exact = OrderStatistics.of(responders).percentileMillis(times, percentile);
      assertThat(all.percentileMillis(percentile) / exact).isCloseTo(1, within(0.01));
    }
  }

  /** A copy of each call after 5 ms; half of the calls take 10 ms, and half of the copies too. */
  @Test
  void copiesAreThoseSentBeforeTheVisitEnds() {
    Stage stage = stage(Responders.allOf(2), 1, 10);
    Visits visits = Visits.of(stage, ReissuePolicy.singleD(5), 40_000, 1);
    StopOutcome all = visits.under(PartialAnswer.NONE);
    assertThat(all.reissueFraction()).isCloseTo(0.5, within(0.01));
    // A call is done at 1, 6 or 10 ms with probability 1/2, 1/4 and 1/4.
    assertThat(all.meanMillis()).isCloseTo(1 / 4.0 + 6 * 5 / 16.0 + 10 * 7 / 16.0, within(0.05));
    StopOutcome early = visits.under(PartialAnswer.fixedTimeOut(5));
    assertThat(early.reissueFraction()).isZero();
    assertThat(early.loss()).isCloseTo(0.5, within(0.01));
  }

  @Test
  void aCopyHasTheSecondTimeOfItsPair() {
    StageTimes pairs = StageTimes.paired(new double[] {10, 20}, new double[] {1, 2});
    Stage stage = Stage.of("search", List.of(), 1, pairs);
    Visits visits = Visits.of(stage, ReissuePolicy.singleD(5), 100, 1);
    for (int v = 0; v < visits.size(); v++) {
      assertThat(visits.answersMillis(v)[0]).isIn(6.0, 7.0);
    }
    assertThat(visits.under(PartialAnswer.NONE).reissueFraction()).isEqualTo(1);
  }

  @Test
  void theSameSeedDrawsTheSameFirstAttemptsForAllPolicies() {
    Stage stage = stage(Responders.allOf(5), 1, 2, 3, 50);
    Visits without = Visits.of(stage, 100, 3);
    Visits with = Visits.of(stage, ReissuePolicy.singleR(40, 0.5), 100, 3);
    for (int v = 0; v < 100; v++) {
      double[] one = without.answersMillis(v);
      double[] other = with.answersMillis(v);
      for (int i = 0; i < 5; i++) {
        assertThat(other[i]).isLessThanOrEqualTo(one[i]);
        if (one[i] < 50) {
          assertThat(other[i]).isEqualTo(one[i]);
        }
      }
    }
  }

  @Test
  void impossibleValuesAreRejected() {
    assertThatThrownBy(() -> ResponderTraces.of(new double[][] {{1}, {2, 3}}))
        .hasMessageContaining("visit 1 has 2 times, but visit 0 has 1");
    assertThatThrownBy(() -> ResponderTraces.of(new double[][] {{1}, {Double.NaN}}))
        .hasMessageContaining("visit 1, server 0");
    assertThatThrownBy(
            () -> stage(Responders.allOf(3), 1).traced(ResponderTraces.of(new double[][] {{1}})))
        .hasMessageContaining("asks 3 servers, but its traces have 1");
    assertThatThrownBy(() -> stage(Responders.ONE, 1).worth(-1)).hasMessageContaining("utility");
  }
}
