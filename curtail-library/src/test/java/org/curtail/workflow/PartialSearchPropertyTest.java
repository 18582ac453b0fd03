package org.curtail.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeSet;
import org.curtail.Cases;
import org.junit.jupiter.api.Test;

class PartialSearchPropertyTest {
  /** With few answers to lose, all splits between T_c and T_d are tried, so the best is found. */
  @Test
  void noVectorOfThreeThatKeepsTheLossLeavesLessVariance() {
    Cases.random(
        1_000,
        400,
        random -> {
          Visits visits = RandomVisits.draw(random, 8, 8);
          double loss = random.nextInt(1, 9) / (double) (visits.size() * visits.needed());
          if (loss < 1) {
            PartialAnswer answer = PartialAnswers.leastVariance(visits, loss);
            double found = visits.under(answer).varianceMillisSquared();
            assertThat(found)
                .as("%s of %d visits", answer, visits.size())
                .isLessThanOrEqualTo(bruteForce(visits, loss) * (1 + 1e-9) + 1e-9);
          }
        });
  }

  private static double bruteForce(Visits visits, double loss) {
    var cutoffs = new TreeSet<Double>();
    var extras = new TreeSet<Double>();
    cutoffs.add(Double.POSITIVE_INFINITY);
    extras.add(Double.POSITIVE_INFINITY);
    for (int v = 0; v < visits.size(); v++) {
      double[] answers = visits.answersMillis(v);
      for (double answer : answers) {
        cutoffs.add(Math.max(answer, Double.MIN_VALUE));
        for (double other : answers) {
          if (answer >= other) {
            extras.add(answer - other);
          }
        }
      }
    }
    double least = Double.POSITIVE_INFINITY;
    for (int awaited = 1; awaited <= visits.needed(); awaited++) {
      for (double extra : extras) {
        for (double cutoff : cutoffs) {
          var answer = new PartialAnswer(cutoff, extra, (double) awaited / visits.needed());
          StopOutcome outcome = visits.under(answer);
          if (outcome.loss() <= loss + 1e-12) {
            least = Math.min(least, outcome.varianceMillisSquared());
          }
        }
      }
    }
    return least;
  }

  @Test
  void itIsNeverWorseThanATimeOutOrAFraction() {
    Cases.random(
        5_000,
        150,
        random -> {
          Visits visits = RandomVisits.draw(random, 60, 80);
          double loss = 0.2 * random.nextDouble();
          double found =
              visits.under(PartialAnswers.leastVariance(visits, loss)).varianceMillisSquared();
          double rounding = 1 + 1e-9;
          assertThat(found)
              .isLessThanOrEqualTo(
                  visits.under(PartialAnswers.fixedTimeOut(visits, loss)).varianceMillisSquared()
                      * rounding)
              .isLessThanOrEqualTo(
                  visits.under(PartialAnswers.waitForFraction(visits, loss)).varianceMillisSquared()
                      * rounding)
              .isLessThanOrEqualTo(
                  visits.under(PartialAnswer.NONE).varianceMillisSquared() * rounding);
        });
  }

  @Test
  void theCurveFallsWithTheLossAndItsHullLiesBelow() {
    Cases.random(
        8_000,
        50,
        random -> {
          Visits visits = RandomVisits.draw(random, 60, 40);
          PartialCurve curve = PartialCurve.of(visits, 0.1);
          for (PartialPoint point : curve.points()) {
            assertThat(curve.hull().at(Math.min(1, 0.1)))
                .isLessThanOrEqualTo(point.varianceMillisSquared() * (1 + 1e-9));
            assertThat(point.varianceMillisSquared())
                .isLessThanOrEqualTo(curve.without().varianceMillisSquared() * (1 + 1e-9));
          }
          assertThat(curve.leastVariance(0).answer()).isEqualTo(PartialAnswer.NONE);
        });
  }

  /** The curve of many responders that may lose nothing is that of waiting for all. */
  @Test
  void withoutLossAllAreAwaited() {
    Visits visits = RandomVisits.draw(new java.util.SplittableRandom(7), 60, 80);
    assertThat(PartialAnswers.leastVariance(visits, 0)).isEqualTo(PartialAnswer.NONE);
    assertThat(PartialAnswers.fixedTimeOut(visits, 0)).isEqualTo(PartialAnswer.NONE);
    assertThat(PartialAnswers.waitForFraction(visits, 0)).isEqualTo(PartialAnswer.NONE);
  }
}
