package org.curtail.workflow.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.curtail.Percentile;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Ten generated workflows of ten stages, each with a time-out, evaluated on other times than those
 * of planning. The expected figures are from an independent prototype: 30 workflows of the same
 * kind with 100,000 requests each.
 */
class TenStagesTest {
  private static final int WORKFLOWS = 10;
  private static final int REQUESTS = 10_000;

  private record Outcome(double p99Reduction, double cost) {}

  /** Returns outcomes of plans in which each stage sends copies of this share of its calls. */
  private static Outcome[] equalFractions(WorkflowGenerator generator, double fraction) {
    var outcomes = new Outcome[WORKFLOWS];
    for (int seed = 0; seed < WORKFLOWS; seed++) {
      WorkflowPlan plan = equalFractions(generator.generate(seed), fraction);
      Workflow later = generator.generate(seed, 1000 + seed);
      WorkflowSimulation simulation = WorkflowSimulation.of(later, REQUESTS, seed);
      double without = simulation.run(WorkflowPlan.none(later)).percentileMillis(99);
      WorkflowResult with = simulation.run(plan);
      outcomes[seed] = new Outcome(1 - with.percentileMillis(99) / without, with.budgetUsed());
    }
    return outcomes;
  }

  private static WorkflowPlan equalFractions(Workflow workflow, double fraction) {
    return new WorkflowPlan(
        workflow.name(),
        WorkflowGoal.reissue(99, fraction),
        workflow.stages().stream()
            .map(stage ->
                new StagePlan(
                    stage.name(),
                    ReissuePolicy.singleD(delay(stage, fraction)),
                    fraction,
                    PartialAnswer.NONE,
                    0))
            .toList(),
        CatchUp.NONE);
  }

  private static double delay(Stage stage, double fraction) {
    if (fraction == 1) {
      return 0;
    }
    double[] ascending = stage.times().firstMillis();
    Arrays.sort(ascending);
    return Percentile.of(ascending, 100 * (1 - fraction));
  }

  private static double mean(Outcome[] outcomes) {
    return DoubleStream.of(Arrays.stream(outcomes).mapToDouble(Outcome::p99Reduction).toArray())
        .average()
        .orElseThrow();
  }

  @Test
  void aTimeoutAtThe95thPercentileOfEachStageShortensTheTailAsInThePrototype() {
    Outcome[] outcomes = equalFractions(WorkflowGenerator.TEN, 0.05);
    // Prototype: 40 %, of which eight in ten from 24 to 49 %.
    assertThat(mean(outcomes)).isCloseTo(0.40, within(0.06));
    for (Outcome outcome : outcomes) {
      assertThat(outcome.cost()).isCloseTo(0.05, within(0.01));
    }
  }

  @Test
  void sendingEverythingTwiceShortensTheTailAsInThePrototype() {
    Outcome[] outcomes = equalFractions(WorkflowGenerator.TEN, 1);
    assertThat(mean(outcomes)).isCloseTo(0.677, within(0.05));
    for (Outcome outcome : outcomes) {
      assertThat(outcome.cost()).isEqualTo(1, within(1e-9));
    }
  }

  @Test
  @Tag("long")
  void lighterTailsGainLess() {
    double light = mean(equalFractions(WorkflowGenerator.TEN.withSigma(0.2, 0.6), 0.05));
    double medium = mean(equalFractions(WorkflowGenerator.TEN.withSigma(0.3, 1.0), 0.05));
    double heavy = mean(equalFractions(WorkflowGenerator.TEN.withSigma(0.8, 1.5), 0.05));
    // Prototype: 4.7, 20.8 and 46 %.
    assertThat(light).isCloseTo(0.047, within(0.03));
    assertThat(medium).isCloseTo(0.208, within(0.05));
    assertThat(heavy).isCloseTo(0.46, within(0.05));
  }
}
