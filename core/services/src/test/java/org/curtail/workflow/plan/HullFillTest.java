package org.curtail.workflow.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.curtail.testkit.Cases;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.estimate.CurveHull;
import org.curtail.workflow.estimate.CurveHull.HullSegment;
import org.junit.jupiter.api.Test;

class HullFillTest {
  private static CurveHull hull(RandomGenerator random) {
    int points = random.nextInt(0, 5);
    double[] fractions = random.doubles(points).map(f -> Math.round(f * 50) / 50.0).toArray();
    Arrays.sort(fractions);
    double[] values = random.doubles(points).map(v -> Math.round(v * 20)).toArray();
    return CurveHull.through(random.nextInt(10, 25), fractions, values);
  }

  private static double[] costs(RandomGenerator random, int count) {
    return random.doubles(count).map(c -> random.nextBoolean() ? 1 : Math.pow(100, c)).toArray();
  }

  private static double sum(List<CurveHull> hulls, double[] weights, double[] fractions) {
    double sum = 0;
    for (int i = 0; i < fractions.length; i++) {
      sum += weights[i] * hulls.get(i).at(fractions[i]);
    }
    return sum;
  }

  private static double cost(double[] costs, double[] fractions) {
    double cost = 0;
    for (int i = 0; i < fractions.length; i++) {
      cost += costs[i] * fractions[i];
    }
    return cost;
  }

  /**
   * Returns the least sum over all vertices of the linear program: all curves but one end at a
   * corner, and this one takes the rest.
   */
  private static double least(
      List<CurveHull> hulls, double[] costs, double[] weights, double budget) {
    return least(hulls, costs, weights, budget, new double[costs.length], 0, -1);
  }

  private static double least(
      List<CurveHull> hulls,
      double[] costs,
      double[] weights,
      double budget,
      double[] fractions,
      int next,
      int free) {
    if (next == costs.length) {
      double[] all = fractions.clone();
      if (free >= 0) {
        double left = budget - cost(costs, fractions);
        all[free] = Math.min(hulls.get(free).mostFraction(), Math.max(0, left / costs[free]));
      }
      return cost(costs, all) <= budget * (1 + 1e-12)
          ? sum(hulls, weights, all)
          : Double.POSITIVE_INFINITY;
    }
    double least = Double.POSITIVE_INFINITY;
    var corners = new ArrayList<Double>(List.of(0.0));
    hulls.get(next).segments().forEach(segment -> corners.add(segment.toFraction()));
    for (double corner : corners) {
      fractions[next] = corner;
      least = Math.min(least, least(hulls, costs, weights, budget, fractions, next + 1, free));
    }
    fractions[next] = 0;
    if (free < 0) {
      least = Math.min(least, least(hulls, costs, weights, budget, fractions, next + 1, next));
    }
    return least;
  }

  @Test
  void noVertexOfTheLinearProgramHasALesserSum() {
    Cases.random(
        23_000,
        2_000,
        random -> {
          int count = random.nextInt(1, 5);
          var hulls = new ArrayList<CurveHull>();
          for (int i = 0; i < count; i++) {
            hulls.add(hull(random));
          }
          double[] costs = costs(random, count);
          double[] weights = random.doubles(count, 0.1, 3).toArray();
          double budget = random.nextInt(5) == 0 ? 0 : Math.pow(200, random.nextDouble()) - 1;
          double[] fractions = CurveHull.filled(hulls, costs, weights, budget);
          assertThat(cost(costs, fractions)).isLessThanOrEqualTo(budget * (1 + 1e-12));
          assertThat(sum(hulls, weights, fractions))
              .isCloseTo(least(hulls, costs, weights, budget), within(1e-9));
        });
  }

  @Test
  void noOtherSplitOfAFineGridHasALesserSum() {
    Cases.random(
        24_000,
        200,
        random -> {
          List<CurveHull> hulls = List.of(hull(random), hull(random));
          double[] costs = costs(random, 2);
          double[] same = {1, 1};
          double budget = random.nextDouble(2);
          double least = sum(hulls, same, CurveHull.filled(hulls, costs, same, budget));
          for (int i = 0; i <= 1_000; i++) {
            double first = Math.min(1, budget * i / 1_000 / costs[0]);
            double second = Math.min(1, (budget - first * costs[0]) / costs[1]);
            assertThat(sum(hulls, same, new double[] {first, Math.max(0, second)}))
                .isGreaterThanOrEqualTo(least - 1e-9);
          }
        });
  }

  @Test
  void allCurvesButOneEndAtCorners() {
    Cases.random(
        25_000,
        500,
        random -> {
          int count = random.nextInt(1, 8);
          var hulls = new ArrayList<CurveHull>();
          for (int i = 0; i < count; i++) {
            hulls.add(hull(random));
          }
          double[] weights = new double[count];
          Arrays.fill(weights, 1);
          double[] fractions =
              CurveHull.filled(hulls, costs(random, count), weights, random.nextDouble(5));
          int between = 0;
          for (int i = 0; i < count; i++) {
            double fraction = fractions[i];
            boolean atCorner =
                fraction == 0
                    || hulls.get(i).segments().stream()
                        .map(HullSegment::toFraction)
                        .anyMatch(corner -> corner == fraction);
            between += atCorner ? 0 : 1;
          }
          assertThat(between).isLessThanOrEqualTo(1);
        });
  }

  @Test
  void sumVarComesNearerWithSmallerStepsAndNeverBelow() {
    Cases.random(
        26_000,
        Cases.count(100, 300),
        random -> {
          int count = random.nextInt(1, 8);
          var hulls = new ArrayList<CurveHull>();
          for (int i = 0; i < count; i++) {
            hulls.add(hull(random));
          }
          double[] costs = costs(random, count);
          double[] same = new double[count];
          Arrays.fill(same, 1);
          double budget = 0.05 * Arrays.stream(costs).sum();
          double least = sum(hulls, same, CurveHull.filled(hulls, costs, same, budget));
          double without = sum(hulls, same, new double[count]);
          for (double gamma : new double[] {1, 3, 20, 2_000}) {
            double[] steps = SumVar.filled(hulls, costs, budget, gamma);
            assertThat(cost(costs, steps)).isLessThanOrEqualTo(budget * (1 + 1e-9));
            assertThat(Arrays.stream(steps).max().orElseThrow()).isLessThanOrEqualTo(1);
            double sum = sum(hulls, same, steps);
            assertThat(sum).isGreaterThanOrEqualTo(least - 1e-9);
            if (gamma == 2_000) {
              assertThat(sum - least).isLessThan(0.01 * (without - least) + 1e-9);
            }
          }
        });
  }

  @Test
  void aCheapStageIsNotChargedForMoreThanAllOfItsCalls() {
    // A chunk of the budget would send all calls of the first stage again many times over.
    CurveHull cheap = CurveHull.through(10, new double[] {0.5, 1}, new double[] {4, 2});
    CurveHull dear = CurveHull.through(100, new double[] {1}, new double[] {0});
    double[] fractions = SumVar.filled(List.of(cheap, dear), new double[] {0.001, 100}, 10, 1);
    assertThat(fractions[0]).isEqualTo(1);
    assertThat(fractions[1]).isCloseTo((10 - 0.001) / 100, within(1e-12));
  }

  @Test
  void aWeightDrawsBudgetToItsStage() {
    Workflow workflow =
        Workflow.of(
            "two",
            List.of(
                Stage.of("a", List.of(), 1, StageTimes.independent(new double[] {1, 1, 9})),
                Stage.of("b", List.of("a"), 1, StageTimes.independent(new double[] {1, 1, 9}))));
    WorkflowCurves curves = WorkflowCurves.of(workflow);
    double[] toSecond = BudgetSplit.leastVariance(List.of(1.0, 2.0)).fractions(curves, 0.1);
    assertThat(toSecond[0]).isZero();
    assertThat(toSecond[1]).isCloseTo(0.2, within(1e-12));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BudgetSplit.leastVariance(List.of(1.0)).fractions(curves, 0.1))
        .withMessage("one weight per stage, 2, but there are 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BudgetSplit.leastVariance(List.of(0.0)))
        .withMessage("a weight must be above 0 and finite: 0.0");
  }

  @Test
  void sumVarGivesTheBudgetInChunksOfWhichEachStageHasGamma() {
    // One curve is steep up to a tenth, then nearly flat; the other falls evenly.
    CurveHull steep = CurveHull.through(10, new double[] {0.1, 1}, new double[] {5, 4});
    CurveHull even = CurveHull.through(10, new double[] {1}, new double[] {0});
    List<CurveHull> hulls = List.of(steep, even);
    double[] ones = {1, 1};
    assertThat(SumVar.filled(hulls, ones, 0.4, 1))
        .containsExactly(new double[] {0.2, 0.2}, within(1e-12));
    assertThat(SumVar.filled(hulls, ones, 0.4, 2))
        .containsExactly(new double[] {0.1, 0.3}, within(1e-12));
  }

  @Test
  void sumVarGivesWhatIsLessThanAChunkToTheStageThatGainsMostByIt() {
    // The first curve takes half a chunk, the second two chunks; half a chunk is left for the
    // third.
    CurveHull first = CurveHull.through(10, new double[] {0.1}, new double[] {0});
    CurveHull second = CurveHull.through(10, new double[] {0.4}, new double[] {2});
    CurveHull third = CurveHull.through(10, new double[] {1}, new double[] {5});
    double[] ones = {1, 1, 1};
    assertThat(SumVar.filled(List.of(first, second, third), ones, 0.6, 1))
        .containsExactly(new double[] {0.1, 0.4, 0.1}, within(1e-12));
  }

  @Test
  void chunksAreSomeFiniteNumber() {
    for (double gamma : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> BudgetSplit.sumVar(gamma))
          .withMessage("gamma must be above 0 and finite: " + gamma);
    }
  }
}
