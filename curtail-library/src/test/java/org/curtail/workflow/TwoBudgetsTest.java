package org.curtail.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.curtail.Cases;
import org.junit.jupiter.api.Test;

class TwoBudgetsTest {
  private static final StagePlan PLAN = StagePlan.none("s");

  private static List<List<Choice>> few(RandomGenerator random) {
    var stages = new ArrayList<List<Choice>>();
    for (int s = random.nextInt(1, 6); s > 0; s--) {
      var choices = new ArrayList<Choice>();
      choices.add(new Choice(PLAN, 0, 0, 1 + random.nextDouble()));
      for (int c = random.nextInt(6); c > 0; c--) {
        choices.add(
            new Choice(PLAN, random.nextDouble(), random.nextDouble(), random.nextDouble()));
      }
      stages.add(choices);
    }
    return stages;
  }

  @Test
  void bothBudgetsAreKeptAndNothingIsBelowTheBound() {
    Cases.random(
        1_000,
        500,
        random -> {
          List<List<Choice>> stages = few(random);
          double budget = random.nextInt(4) == 0 ? 0 : 2 * random.nextDouble();
          double loss = random.nextInt(4) == 0 ? 0 : 2 * random.nextDouble();
          TwoBudgets split = TwoBudgets.split(stages, budget, loss);
          List<Choice> chosen = split.choices();
          assertThat(chosen.stream().mapToDouble(Choice::cost).sum())
              .isLessThanOrEqualTo(budget + 1e-8);
          assertThat(chosen.stream().mapToDouble(Choice::loss).sum())
              .isLessThanOrEqualTo(loss + 1e-8);
          double optimum = optimum(stages, 0, budget, loss);
          assertThat(split.bound()).isLessThanOrEqualTo(optimum + 1e-8);
          assertThat(split.variance()).isGreaterThanOrEqualTo(optimum - 1e-8);
        });
  }

  /** Of all ways to choose, the one that is within both budgets and leaves least. */
  private static double optimum(List<List<Choice>> stages, int stage, double budget, double loss) {
    if (stage == stages.size()) {
      return 0;
    }
    double least = Double.POSITIVE_INFINITY;
    for (Choice choice : stages.get(stage)) {
      if (choice.cost() <= budget && choice.loss() <= loss) {
        double rest = optimum(stages, stage + 1, budget - choice.cost(), loss - choice.loss());
        least = Math.min(least, choice.variance() + rest);
      }
    }
    return least;
  }

  /** Variance against both budgets as real stages have it: convex, and finely drawn. */
  @Test
  void withManyStagesItComesNearTheBound() {
    Cases.random(
        3_000,
        Cases.count(6, 20),
        random -> {
          var stages = new ArrayList<List<Choice>>();
          for (int s = 0; s < 30; s++) {
            double ofCost = random.nextDouble();
            double ofLoss = random.nextInt(3) == 0 ? random.nextDouble() : 0;
            double cost = 0.01 + random.nextDouble();
            var choices = new ArrayList<Choice>();
            for (int i = 0; i <= 20; i++) {
              for (int j = 0; j <= (ofLoss > 0 ? 20 : 0); j++) {
                double variance = ofCost * Math.exp(-i / 4.0) * Math.exp(-ofLoss * j / 2.0);
                choices.add(new Choice(PLAN, cost * i / 20, j / 20.0, variance));
              }
            }
            stages.add(choices);
          }
          TwoBudgets split = TwoBudgets.split(stages, 2, 1);
          assertThat(split.variance()).isBetween(split.bound() - 1e-9, 1.03 * split.bound());
        });
  }
}
