package org.curtail.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Kwiken, Figure 12b: all rules at the same loss, on queries that differ. */
class PartialAnswersTest {
  private static final double LOSS = 0.001;
  private static final SyntheticVisits SEARCH =
      new SyntheticVisits(200, 20, 0.3, 0.3, 0.1, 0.005, 8, 400);

  private static Visits visits(SyntheticVisits search, long seed) {
    return Visits.of(search.stage("search", List.of(), 1, 1_500, seed), 1_500, 1);
  }

  private static double p99(Visits visits, StopRule rule) {
    return visits.under(rule).percentileMillis(99);
  }

  @Test
  void threeParametersBeatAllOtherRulesAtTheSameLossOnOtherQueries() {
    Visits training = visits(SEARCH, 1);
    Visits test = visits(SEARCH, 2);
    PartialAnswer kwiken = PartialAnswers.leastVariance(training, LOSS);
    assertThat(test.under(kwiken).loss()).isLessThan(1.5 * LOSS);
    double ours = p99(test, kwiken);
    StageTimes upstream = StageTimes.independent(new double[] {5, 10, 20, 40});
    assertThat(ours).isLessThan(0.6 * p99(test, PartialAnswer.NONE));
    assertThat(ours).isLessThan(p99(test, PartialAnswers.waitForFraction(training, LOSS)));
    assertThat(ours).isLessThanOrEqualTo(p99(test, PartialAnswers.fixedTimeOut(training, LOSS)));
    assertThat(ours)
        .isLessThanOrEqualTo(p99(test, PartialAnswers.timeThenFraction(training, LOSS)));
    assertThat(ours).isLessThan(p99(test, PartialAnswers.cedar(training, upstream, LOSS)));
  }

  /** The paper's Table 2: one of thousand responders is less than one of a few hundred. */
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
