package org.curtail.workflow.partial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.random.RandomGenerator;
import org.curtail.testkit.Cases;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.StopRule;
import org.curtail.workflow.partial.PartialAnswers.TimeThenFraction;
import org.curtail.workflow.partial.Visits.StopOutcome;
import org.junit.jupiter.api.Test;

class StopRulePropertyTest {
  private static StopRule rule(RandomGenerator random) {
    double time = 60 * random.nextDouble() + 0.01;
    double fraction = 0.01 + 0.99 * random.nextDouble();
    return switch (random.nextInt(5)) {
      case 0 -> new PartialAnswer(time, 10 * random.nextDouble(), fraction);
      case 1 -> PartialAnswer.fixedTimeOut(time);
      case 2 -> PartialAnswer.waitForFraction(fraction);
      case 3 -> new TimeThenFraction(time, fraction);
      default -> Cedar.of(time, upstream(random));
    };
  }

  private static StageTimes upstream(RandomGenerator random) {
    return StageTimes.independent(random.doubles(random.nextInt(1, 30)).map(x -> 20 * x).toArray());
  }

  @Test
  void noRuleLooksIntoTheFuture() {
    Cases.random(
        1_000,
        2_000,
        random -> {
          Visits visits = RandomVisits.draw(random, 3, 40);
          StopRule rule = rule(random);
          double[] answers = visits.answersMillis(0);
          double end = rule.endMillis(answers);
          assertThat(end)
              .isLessThanOrEqualTo(answers[answers.length - 1])
              .isGreaterThanOrEqualTo(0);
          if (end < answers[answers.length - 1]) {
            // Answers after the end may come at any other time after it.
            double[] other = answers.clone();
            double later = end;
            for (int i = 0; i < other.length; i++) {
              if (other[i] > end) {
                later += random.nextDouble() + 1e-6;
                other[i] = later;
              }
            }
            assertThat(rule.endMillis(other)).as("%s", rule).isEqualTo(end);
          }
        });
  }

  @Test
  void anOutcomeCountsWhatComesAfterTheEnd() {
    Cases.random(
        5_000,
        500,
        random -> {
          Visits visits = RandomVisits.draw(random, 20, 20);
          StopRule rule = rule(random);
          StopOutcome outcome = visits.under(rule);
          double lost = 0;
          double sum = 0;
          double squares = 0;
          for (int v = 0; v < visits.size(); v++) {
            double[] answers = visits.answersMillis(v);
            double end = rule.endMillis(answers);
            assertThat(outcome.latenciesMillis()[v]).isEqualTo(end);
            sum += end;
            squares += end * end;
            for (double answer : answers) {
              lost += answer > end ? 1.0 / answers.length : 0;
            }
          }
          double mean = sum / visits.size();
          assertThat(outcome.loss()).isCloseTo(lost / visits.size(), within(1e-12));
          assertThat(outcome.meanMillis()).isCloseTo(mean, within(1e-9));
          assertThat(outcome.varianceMillisSquared())
              .isCloseTo(squares / visits.size() - mean * mean, within(1e-6));
        });
  }

  @Test
  void everyRuleKeepsItsLoss() {
    Cases.random(
        9_000,
        Cases.count(100, 300),
        random -> {
          Visits visits = RandomVisits.draw(random, 30, 20);
          double loss = random.nextInt(4) == 0 ? 0 : 0.3 * random.nextDouble();
          double most = loss + 1e-9;
          assertThat(visits.under(PartialAnswers.leastVariance(visits, loss)).loss())
              .isLessThanOrEqualTo(most);
          assertThat(visits.under(PartialAnswers.waitForFraction(visits, loss)).loss())
              .isLessThanOrEqualTo(most);
          assertThat(visits.under(PartialAnswers.fixedTimeOut(visits, loss)).loss())
              .isLessThanOrEqualTo(most);
          assertThat(visits.under(PartialAnswers.timeThenFraction(visits, loss)).loss())
              .isLessThanOrEqualTo(most);
          var cedar = (Cedar) PartialAnswers.cedar(visits, upstream(random), loss);
          assertThat(visits.under(cedar).loss()).isLessThanOrEqualTo(most);
        });
  }
}
