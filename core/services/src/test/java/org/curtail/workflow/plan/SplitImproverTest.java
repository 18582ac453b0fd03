package org.curtail.workflow.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.curtail.testkit.Cases;
import org.curtail.workflow.RandomStages;
import org.curtail.workflow.Stage;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.estimate.SimulatedTail;
import org.curtail.workflow.simulate.WorkflowSimulation;
import org.junit.jupiter.api.Test;

class SplitImproverTest {
  private static final WorkflowGoal GOAL = WorkflowGoal.reissue(99, 0.05);

  private static double tail(SimulatedTail tail, WorkflowCurves curves, double... fractions) {
    return tail.of(curves.plan(GOAL, fractions, Realisation.SINGLE_R));
  }

  private static SimulatedTail simulated(Workflow workflow) {
    return new SimulatedTail(WorkflowSimulation.of(workflow, 2_000, 5), 99);
  }

  /**
   * The oracle evaluates all splits between two stages of different cost, in steps of a hundredth.
   */
  @Test
  void fromAnySplitOfTwoStagesItComesNearTheBestOfAll() {
    Cases.random(
        41_000,
        4,
        random -> {
          double cost = random.nextInt(1, 5);
          Workflow workflow =
              Workflow.of(
                  "two",
                  List.of(
                      Stage.of("a", List.of(), 1, RandomStages.logNormal(random, 800, 10, 1)),
                      Stage.of(
                          "b", List.of("a"), cost, RandomStages.logNormal(random, 800, 8, 1.2))));
          WorkflowCurves curves = WorkflowCurves.of(workflow);
          SimulatedTail tail = simulated(workflow);
          double spent = 0.05 * curves.costs().first();
          double best = Double.POSITIVE_INFINITY;
          for (int i = 0; i <= 100; i++) {
            double first = spent * i / 100;
            best = Math.min(best, tail(tail, curves, first, (spent - first) / cost));
          }
          for (double share : new double[] {0, 0.5, 1}) {
            double[] start = {spent * share, spent * (1 - share) / cost};
            double from = tail(tail, curves, start);
            double[] found = SplitImprover.polished(curves, GOAL, simulated(workflow), start);
            assertThat(tail(tail, curves, found)).isBetween(0.98 * best, 1.02 * best);
            assertThat(tail(tail, curves, found)).isLessThanOrEqualTo(from);
            assertThat(curves.costs().budgetUsed(found)).isBetween(0.04999, 0.05 * (1 + 1e-9));
          }
        });
  }

  /**
   * The oracle evaluates each pair of stages in each round; the search evaluates three givers and
   * three receivers.
   */
  @Test
  void ofManyStagesItFindsWhatMovesBetweenAllPairsFind() {
    Cases.random(
        43_000,
        Cases.count(1, 3),
        random -> {
          int side = random.nextInt(4);
          var stages = new ArrayList<Stage>();
          for (int s = 0; s < 7; s++) {
            // Four stages that hardly matter, then three stages that make requests slow.
            double median = s < 4 ? 0.5 + 0.5 * random.nextDouble() : 4 + 4 * random.nextDouble();
            stages.add(
                Stage.of(
                    "s" + s,
                    s == 0 ? List.of() : List.of("s" + (s - 1)),
                    1 + 3 * random.nextDouble(),
                    RandomStages.logNormal(random, 400, median, s < 4 ? 0.3 : 1.1)));
          }
          Workflow workflow = Workflow.of("many", stages);
          WorkflowCurves curves = WorkflowCurves.of(workflow);
          double[] costs = curves.costs().ofAll(new double[7]);
          double spent = 0.05 * curves.costs().first();
          double[] start = new double[7];
          start[side] = spent / costs[side];
          SimulatedTail tail = simulated(workflow);
          double best = descent(tail, curves, start, costs, spent);
          double[] found = SplitImprover.polished(curves, GOAL, simulated(workflow), start);
          assertThat(tail(tail, curves, found)).isLessThanOrEqualTo(1.005 * best);
          assertThat(tail(tail, curves, found)).isLessThan(0.98 * tail(tail, curves, start));
          assertThat(curves.costs().budgetUsed(found)).isBetween(0.04999, 0.05 * (1 + 1e-9));
        });
  }

  private static double descent(
      SimulatedTail tail, WorkflowCurves curves, double[] start, double[] costs, double spent) {
    double[] now = start.clone();
    double least = tail(tail, curves, now);
    for (double step : new double[] {0.2, 0.1, 0.05, 0.025}) {
      for (int round = 0; round < 8; round++) {
        double[] next = now;
        for (int from = 0; from < now.length; from++) {
          for (int to = 0; to < now.length; to++) {
            double[] tried = now.clone();
            double moved = Math.min(step * spent, tried[from] * costs[from]);
            tried[from] -= moved / costs[from];
            tried[to] += moved / costs[to];
            double seen = tail(tail, curves, tried);
            if (seen < least) {
              least = seen;
              next = tried;
            }
          }
        }
        now = next;
      }
    }
    return least;
  }

  @Test
  void aStageThatCannotMakeRequestsSlowGivesItsBudgetAway() {
    var random = new SplittableRandom(3);
    Workflow workflow =
        Workflow.of(
            "side",
            List.of(
                Stage.of("side", List.of(), 1, RandomStages.logNormal(random, 800, 1, 0.5)),
                Stage.of("long", List.of(), 1, RandomStages.logNormal(random, 800, 150, 1)),
                Stage.of("brief", List.of(), 1, RandomStages.logNormal(random, 800, 2, 0.5))));
    WorkflowCurves curves = WorkflowCurves.of(workflow);
    double[] found =
        SplitImprover.polished(curves, GOAL, simulated(workflow), new double[] {0.1, 0, 0.05});
    // The last moves are a fortieth of the budget, and a tiny fall of the tail is no gain.
    assertThat(found[1]).isGreaterThan(0.11);
    assertThat(found[0] + found[1] + found[2]).isBetween(0.1499, 0.15 * (1 + 1e-9));
  }

  @Test
  void aSplitThatIsTheBestStaysAsItIs() {
    var random = new SplittableRandom(4);
    Workflow workflow =
        Workflow.of(
            "side",
            List.of(
                Stage.of("side", List.of(), 1, RandomStages.logNormal(random, 800, 1, 0.5)),
                Stage.of("long", List.of(), 1, RandomStages.logNormal(random, 800, 150, 1))));
    WorkflowCurves curves = WorkflowCurves.of(workflow);
    double[] start = {0, 0.1};
    assertThat(SplitImprover.polished(curves, GOAL, simulated(workflow), start))
        .containsExactly(0, 0.1);
    assertThat(start).containsExactly(0, 0.1);
  }

  @Test
  void copiesOfCallersAndOfWhatTheyCallStayWithinTheBudgetTogether() {
    Cases.random(
        42_000,
        2,
        random -> {
          Workflow workflow = RandomStages.withCaller(random, 500);
          WorkflowCurves curves = WorkflowCurves.of(workflow);
          double[] start = curves.costs().within(0.05, new double[] {0.1, 0.1, 0.1, 0.1});
          SimulatedTail tail = simulated(workflow);
          double from = tail(tail, curves, start);
          double[] found = SplitImprover.polished(curves, GOAL, simulated(workflow), start);
          assertThat(curves.costs().budgetUsed(found)).isLessThanOrEqualTo(0.05 * (1 + 1e-9));
          assertThat(tail(tail, curves, found)).isLessThanOrEqualTo(from);
        });
  }
}
