package org.curtail.workflow.partial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.StopRule;
import org.curtail.workflow.partial.PartialAnswers.TimeThenFraction;
import org.curtail.workflow.partial.Visits.StopOutcome;
import org.junit.jupiter.api.Test;

/** Kwiken, Figure 12b: all rules at the same loss, on queries that differ. */
class PartialAnswersTest {
  private static final double LOSS = 0.001;
  private static final SyntheticVisits SEARCH =
      new SyntheticVisits(200, 20, 0.3, 0.3, 0.1, 0.005, 8, 400);

  private static Visits visits(SyntheticVisits search, long seed) {
    return Visits.of(search.stage("search", List.of(), 1, 1_000, seed), 1_000, 1);
  }

  @Test
  void threeParametersLeaveLessVarianceThanAllOtherRulesAtTheSameLossOnOtherQueries() {
    Visits training = visits(SEARCH, 1);
    Visits test = visits(SEARCH, 2);
    PartialAnswer kwiken = PartialAnswers.leastVariance(training, LOSS);
    StopOutcome ours = test.under(kwiken);
    StopOutcome without = test.under(PartialAnswer.NONE);
    assertThat(ours.loss()).isLessThan(1.3 * LOSS);
    assertThat(ours.varianceMillisSquared()).isLessThan(0.2 * without.varianceMillisSquared());
    assertThat(ours.percentileMillis(99)).isLessThan(0.5 * without.percentileMillis(99));
    for (StopRule rule : others(training)) {
      StopOutcome other = test.under(rule);
      assertThat(ours.varianceMillisSquared()).isLessThan(other.varianceMillisSquared());
      assertThat(ours.percentileMillis(95)).isLessThan(other.percentileMillis(95));
    }
  }

  private static List<StopRule> others(Visits training) {
    StageTimes upstream = StageTimes.independent(new double[] {5, 10, 20, 40});
    return List.of(
        PartialAnswers.waitForFraction(training, LOSS),
        PartialAnswers.fixedTimeOut(training, LOSS),
        PartialAnswers.timeThenFraction(training, LOSS),
        PartialAnswers.cedar(training, upstream, LOSS));
  }

  /** For one stage by itself, a time-out is better at the percentile at which it cuts. */
  @Test
  void chosenForAPercentileTheThreeAreNotBehindTimeOutFractionOrCedarThere() {
    Visits training = visits(SEARCH, 1);
    Visits test = visits(SEARCH, 2);
    PartialAnswer tail = PartialAnswers.leastPercentile(training, 99, LOSS);
    StopOutcome ours = test.under(tail);
    assertThat(ours.loss()).isLessThan(1.3 * LOSS);
    for (StopRule rule : others(training)) {
      if (!(rule instanceof TimeThenFraction)) {
        assertThat(ours.percentileMillis(99))
            .isLessThan(1.01 * test.under(rule).percentileMillis(99));
      }
    }
  }

  /** Kwiken, Table 2, for losses of less than one responder. */
  @Test
  void waitingForAFractionDoesNothingWhereFewerThanOneResponderMayBeLost() {
    Visits visits = visits(SEARCH, 3);
    assertThat(PartialAnswers.waitForFraction(visits, LOSS)).isEqualTo(PartialAnswer.NONE);
    assertThat(PartialAnswers.waitForFraction(visits, 0.005))
        .isEqualTo(PartialAnswer.waitForFraction(199 / 200.0));
  }

  @Test
  void aLossThatIsNoneIsRejected() {
    Visits visits = visits(SEARCH, 4);
    for (double loss : new double[] {-0.1, 1, Double.NaN}) {
      assertThatThrownBy(() -> PartialAnswers.leastVariance(visits, loss))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("loss must be from 0 to 1");
    }
  }
}
