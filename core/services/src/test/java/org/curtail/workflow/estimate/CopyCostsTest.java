package org.curtail.workflow.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.curtail.testkit.Cases;
import org.curtail.workflow.JointTraces;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.junit.jupiter.api.Test;

class CopyCostsTest {
  private static final StageTimes TIMES = StageTimes.independent(new double[] {1, 2, 3});

  /** Returns a forest of nested calls. */
  private static Workflow forest(RandomGenerator random) {
    var stages = new ArrayList<Stage>();
    int count = random.nextInt(1, 9);
    for (int s = 0; s < count; s++) {
      Stage stage = Stage.of("s" + s, List.of(), random.nextDouble(0.5, 20), TIMES);
      boolean isWithin = s > 0 && random.nextBoolean();
      stages.add(isWithin ? stage.within("s" + random.nextInt(s)) : stage);
    }
    return Workflow.of("forest", stages);
  }

  @Test
  void copiesCostWhatTheWorkflowSays() {
    Cases.random(
        29_000,
        500,
        random -> {
          Workflow workflow = forest(random);
          double[] fractions = random.doubles(workflow.stages().size()).toArray();
          var costs = new CopyCosts(workflow);
          assertThat(costs.first()).isCloseTo(workflow.totalCost(), within(1e-9));
          assertThat(costs.budgetUsed(fractions))
              .isCloseTo(workflow.budgetUsed(fractions), within(1e-9));
        });
  }

  @Test
  void allCopiesOfAStageCostByHowMuchTheBudgetGrowsWithItsShare() {
    Cases.random(
        30_000,
        500,
        random -> {
          Workflow workflow = forest(random);
          double[] fractions = random.doubles(workflow.stages().size(), 0, 0.9).toArray();
          double[] costs = new CopyCosts(workflow).ofAll(fractions);
          int stage = random.nextInt(fractions.length);
          double before = workflow.budgetUsed(fractions);
          fractions[stage] += 0.1;
          double more = (workflow.budgetUsed(fractions) - before) * workflow.totalCost();
          assertThat(costs[stage] * 0.1).isCloseTo(more, within(1e-9 * (1 + more)));
        });
  }

  @Test
  void scaledSharesSpendTheWholeBudgetIfTheyCostMore() {
    Cases.random(
        31_000,
        300,
        random -> {
          Workflow workflow = forest(random);
          double[] fractions = random.doubles(workflow.stages().size()).toArray();
          var costs = new CopyCosts(workflow);
          double used = costs.budgetUsed(fractions);
          assertThat(costs.within(used * 2, fractions)).isEqualTo(fractions);
          double[] scaled = costs.within(used / 3, fractions);
          assertThat(workflow.budgetUsed(scaled)).isCloseTo(used / 3, within(1e-9));
        });
  }

  @Test
  void aStageThatTracesLeaveOutCostsOnlyWhereItIsVisited() {
    Workflow workflow =
        Workflow.of(
                "traced",
                List.of(
                    Stage.of("always", List.of(), 1, TIMES), Stage.of("half", List.of(), 4, TIMES)))
            .with(
                JointTraces.of(
                    List.of("always", "half"), new double[][] {{1, Double.NaN}, {2, 3}}));
    var costs = new CopyCosts(workflow);
    assertThat(costs.first()).isEqualTo(3);
    assertThat(costs.ofAll(new double[2])).containsExactly(1, 2);
    assertThat(costs.budgetUsed(new double[] {0, 0.5})).isCloseTo(1.0 / 3, within(1e-12));
  }
}
