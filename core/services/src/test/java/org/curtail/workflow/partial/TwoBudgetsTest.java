package org.curtail.workflow.partial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.curtail.testkit.Cases;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.estimate.CurveHull;
import org.curtail.workflow.partial.StageChoices.StageChoice;
import org.junit.jupiter.api.Test;

class TwoBudgetsTest {
  private static final StagePlan PLAN = StagePlan.none("s");

  private static List<List<StageChoice>> few(RandomGenerator random) {
    var stages = new ArrayList<List<StageChoice>>();
    for (int s = random.nextInt(1, 6); s > 0; s--) {
      var choices = new ArrayList<StageChoice>();
      choices.add(new StageChoice(PLAN, 0, 0, 1 + random.nextDouble()));
      for (int c = random.nextInt(6); c > 0; c--) {
        choices.add(
            new StageChoice(PLAN, random.nextDouble(), random.nextDouble(), random.nextDouble()));
      }
      // A stage may list its choices in any order.
      choices.add(random.nextInt(choices.size()), choices.removeFirst());
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
          List<List<StageChoice>> stages = few(random);
          double budget = random.nextInt(4) == 0 ? 0 : 2 * random.nextDouble();
          double loss = random.nextInt(4) == 0 ? 0 : 2 * random.nextDouble();
          TwoBudgets split = TwoBudgets.split(stages, budget, loss);
          List<StageChoice> chosen = split.choices();
          assertThat(chosen.stream().mapToDouble(StageChoice::cost).sum())
              .isLessThanOrEqualTo(budget + 1e-8);
          assertThat(chosen.stream().mapToDouble(StageChoice::loss).sum())
              .isLessThanOrEqualTo(loss + 1e-8);
          double optimum = optimum(stages, 0, budget, loss);
          assertThat(split.bound()).isLessThanOrEqualTo(optimum + 1e-8);
          assertThat(split.variance()).isGreaterThanOrEqualTo(optimum - 1e-8);
          assertThat(chosen).hasSameSizeAs(stages);
          assertThat(split.variance())
              .isCloseTo(chosen.stream().mapToDouble(StageChoice::variance).sum(), within(1e-12));
        });
  }

  @Test
  void noSingleOtherChoiceWithinTheBudgetsLeavesLess() {
    Cases.random(
        2_000,
        2_000,
        random -> {
          List<List<StageChoice>> stages = few(random);
          double budget = random.nextInt(4) == 0 ? 0 : 2 * random.nextDouble();
          double loss = random.nextInt(4) == 0 ? 0 : 2 * random.nextDouble();
          List<StageChoice> chosen = TwoBudgets.split(stages, budget, loss).choices();
          double costs = chosen.stream().mapToDouble(StageChoice::cost).sum();
          double losses = chosen.stream().mapToDouble(StageChoice::loss).sum();
          for (int s = 0; s < stages.size(); s++) {
            StageChoice now = chosen.get(s);
            for (StageChoice other : stages.get(s)) {
              if (costs - now.cost() + other.cost() <= budget
                  && losses - now.loss() + other.loss() <= loss) {
                assertThat(other.variance()).isGreaterThanOrEqualTo(now.variance());
              }
            }
          }
        });
  }

  /**
   * With a single budget, the dual is a linear program over hulls, which {@link CurveHull#filled}
   * solves.
   */
  @Test
  void theBoundOfASingleBudgetIsThatOfTheLinearProgram() {
    Cases.random(
        5_000,
        300,
        random -> {
          boolean isCost = random.nextBoolean();
          var stages = new ArrayList<List<StageChoice>>();
          var hulls = new ArrayList<CurveHull>();
          int count = random.nextInt(1, 6);
          double[] ones = new double[count];
          Arrays.fill(ones, 1);
          for (int s = 0; s < count; s++) {
            double[] taken = random.doubles(4).sorted().toArray();
            double[] variances = random.doubles(4, 0, 50).toArray();
            var choices = new ArrayList<StageChoice>(List.of(new StageChoice(PLAN, 0, 0, 60)));
            for (int c = 0; c < 4; c++) {
              choices.add(
                  new StageChoice(
                      PLAN, isCost ? taken[c] : 0, isCost ? 0 : taken[c], variances[c]));
            }
            stages.add(choices);
            hulls.add(CurveHull.through(60, taken, variances));
          }
          double given = 0.02 + random.nextDouble(count);
          double[] filled = CurveHull.filled(hulls, ones, ones, given);
          double least = 0;
          for (int s = 0; s < count; s++) {
            least += hulls.get(s).at(filled[s]);
          }
          double other = random.nextInt(2);
          TwoBudgets split =
              TwoBudgets.split(stages, isCost ? given : other, isCost ? other : given);
          assertThat(split.bound()).isCloseTo(least, within(1e-5 * 60 * count));
          // All stages but one end at corners, so at most the saving of this one is missing.
          assertThat(split.variance()).isLessThanOrEqualTo(least + 60);
        });
  }

  /** Neither small choice is a corner of its hull, and both large ones are beyond the budget. */
  @Test
  void theRestGoesWhereItBringsMostForItsCost() {
    StageChoice idle = new StageChoice(PLAN, 0, 0, 10);
    StageChoice large = new StageChoice(PLAN, 2, 0, 0);
    StageChoice dear = new StageChoice(PLAN, 0.9, 0, 8);
    StageChoice cheap = new StageChoice(PLAN, 0.5, 0, 8.5);
    assertThat(
            TwoBudgets.split(List.of(List.of(idle, large, dear), List.of(idle, large, cheap)), 1, 0)
                .choices())
        .containsExactly(idle, cheap);
    StageChoice lossy = new StageChoice(PLAN, 0, 0.2, 0);
    StageChoice losesMore = new StageChoice(PLAN, 0, 0.09, 8);
    StageChoice losesLess = new StageChoice(PLAN, 0, 0.05, 8.5);
    assertThat(
            TwoBudgets.split(
                    List.of(List.of(idle, lossy, losesMore), List.of(idle, lossy, losesLess)),
                    0,
                    0.1)
                .choices())
        .containsExactly(idle, losesLess);
  }

  /** Returns the best of all combinations within both budgets. */
  private static double optimum(
      List<List<StageChoice>> stages, int stage, double budget, double loss) {
    if (stage == stages.size()) {
      return 0;
    }
    double least = Double.POSITIVE_INFINITY;
    for (StageChoice choice : stages.get(stage)) {
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
          var stages = new ArrayList<List<StageChoice>>();
          for (int s = 0; s < 30; s++) {
            double ofCost = random.nextDouble();
            double ofLoss = random.nextInt(3) == 0 ? random.nextDouble() : 0;
            double cost = 0.01 + random.nextDouble();
            var choices = new ArrayList<StageChoice>();
            for (int i = 0; i <= 20; i++) {
              for (int j = 0; j <= (ofLoss > 0 ? 20 : 0); j++) {
                double variance = ofCost * Math.exp(-i / 4.0) * Math.exp(-ofLoss * j / 2.0);
                choices.add(new StageChoice(PLAN, cost * i / 20, j / 20.0, variance));
              }
            }
            stages.add(choices);
          }
          TwoBudgets split = TwoBudgets.split(stages, 2, 1);
          assertThat(split.variance()).isBetween(split.bound() - 1e-9, 1.03 * split.bound());
        });
  }
}
