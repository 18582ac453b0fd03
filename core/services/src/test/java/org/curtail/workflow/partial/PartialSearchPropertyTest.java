package org.curtail.workflow.partial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.curtail.testkit.Cases;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.partial.PartialSearch.PartialPoint;
import org.junit.jupiter.api.Test;

class PartialSearchPropertyTest {
  /**
   * With few answers to lose, all splits between T_c and T_d are evaluated, so the best is found.
   */
  @Test
  void noVectorThatKeepsTheLossAndWaitsForNothingInVainLeavesLessVariance() {
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
    double[] cutoffs = cutoffs(visits);
    double[] extras = extras(visits);
    double least = Double.POSITIVE_INFINITY;
    for (int awaited = 1; awaited <= visits.needed(); awaited++) {
      double fraction = (double) awaited / visits.needed();
      for (int e = 0; e < extras.length; e++) {
        for (int c = 0; c < cutoffs.length; c++) {
          boolean tight =
              keeps(visits, loss, cutoffs[c], extras[e], fraction)
                  && !(e > 0 && keeps(visits, loss, cutoffs[c], extras[e - 1], fraction))
                  && !(c > 0 && keeps(visits, loss, cutoffs[c - 1], extras[e], fraction));
          if (tight) {
            var answer = new PartialAnswer(cutoffs[c], extras[e], fraction);
            least = Math.min(least, visits.under(answer).varianceMillisSquared());
          }
        }
      }
    }
    return least;
  }

  private static boolean keeps(
      Visits visits, double loss, double cutoff, double extra, double fraction) {
    return visits.under(new PartialAnswer(cutoff, extra, fraction)).loss() <= loss + 1e-12;
  }

  private static double[] cutoffs(Visits visits) {
    var cutoffs = new TreeSet<Double>(List.of(Double.POSITIVE_INFINITY));
    for (int v = 0; v < visits.size(); v++) {
      for (double answer : visits.answersMillis(v)) {
        cutoffs.add(answer);
      }
    }
    return cutoffs.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static double[] extras(Visits visits) {
    var extras = new TreeSet<Double>(List.of(Double.POSITIVE_INFINITY));
    for (int v = 0; v < visits.size(); v++) {
      double[] answers = visits.answersMillis(v);
      for (int i = 0; i < answers.length; i++) {
        for (int j = i; j < answers.length; j++) {
          // The sum of both must not round to less than the answer.
          extras.add(i == j ? 0 : answers[j] - answers[i] + 4 * Math.ulp(answers[j]));
        }
      }
    }
    return extras.stream().mapToDouble(Double::doubleValue).toArray();
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
            assertThat(curve.hull().at(0.1))
                .isLessThanOrEqualTo(point.varianceMillisSquared() * (1 + 1e-9));
            assertThat(point.varianceMillisSquared())
                .isLessThanOrEqualTo(curve.without().varianceMillisSquared() * (1 + 1e-9));
          }
          assertThat(curve.leastVariance(0)).isEqualTo(PartialAnswer.NONE);
        });
  }

  /** The curve of many responders that may lose nothing is that of waiting for all. */
  @Test
  void withoutLossAllAreAwaited() {
    Visits visits = RandomVisits.draw(new SplittableRandom(7), 60, 80);
    assertThat(PartialAnswers.leastVariance(visits, 0)).isEqualTo(PartialAnswer.NONE);
    assertThat(PartialAnswers.fixedTimeOut(visits, 0)).isEqualTo(PartialAnswer.NONE);
    assertThat(PartialAnswers.waitForFraction(visits, 0)).isEqualTo(PartialAnswer.NONE);
  }
}
