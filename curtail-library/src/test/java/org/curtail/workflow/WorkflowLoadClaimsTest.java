package org.curtail.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.curtail.reissue.ReissuePolicy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the guide says of workflows under load, on generated workflows of ten stages. */
@Tag("long")
class WorkflowLoadClaimsTest {
  private static final int SEEDS = 5;
  private static final int REQUESTS = 30_000;
  private static final int WARM_UP = REQUESTS / 10;
  private static final int SLOTS = 4;

  private static Workflow workflow(int seed) {
    return WorkflowGenerator.TEN.withSamples(5_000).generate(seed);
  }

  /** The same fraction of the calls of each stage, after the delay that so many exceed. */
  private static WorkflowPlan plan(Workflow workflow, WorkflowGoal goal) {
    List<StagePlan> stages =
        workflow.stages().stream()
            .map(stage -> {
              double[] times = stage.times().firstMillis();
              Arrays.sort(times);
              int late = (int) (goal.budget() * times.length);
              double delay = times[Math.max(0, times.length - 1 - late)];
              return new StagePlan(
                  stage.name(), ReissuePolicy.singleD(delay), goal.budget(), PartialAnswer.NONE, 0);
            })
            .toList();
    return new WorkflowPlan(workflow.name(), goal, stages, CatchUp.NONE);
  }

  private static WorkflowLoad load(Workflow workflow, double utilisation) {
    return WorkflowLoad.sized(workflow, 1000, utilisation, SLOTS);
  }

  private static WorkflowTraffic traffic(int seed) {
    return WorkflowTraffic.poisson(1000, REQUESTS, seed);
  }

  private static double p99(WorkflowLoad load, WorkflowPlan plan, int seed) {
    WorkflowLoadResult result = load.run(plan, traffic(seed));
    return result.keptUp()
        ? result.afterWarmUp(WARM_UP).percentileMillis(99)
        : Double.POSITIVE_INFINITY;
  }

  @Test
  void theHigherTheLoadTheMoreThePredictionWithoutQueuesIsOff() {
    var accepted = new ArrayList<String>();
    double offBefore = 0;
    for (double utilisation : new double[] {0.2, 0.4, 0.6, 0.8}) {
      double off = 0;
      for (int seed = 1; seed <= SEEDS; seed++) {
        Workflow workflow = workflow(seed);
        WorkflowPlan plan = plan(workflow, WorkflowGoal.reissue(99, 0.05));
        WorkflowFeedback feedback =
            WorkflowFeedback.simulate(
                load(workflow, utilisation), traffic(seed), plan, WorkflowLoadClaimsTest::plan);
        WorkflowTrial given = feedback.trials().get(1);
        off += given.offBy() / SEEDS;
        accepted.add(
            "%s seed %d: off %.3f, spent %.3f, %s"
                .formatted(
                    utilisation,
                    seed,
                    given.offBy(),
                    given.observedBudget(),
                    feedback.step() instanceof WorkflowStep.Accepted verdict
                        ? verdict.reason()
                        : feedback.step()));
      }
      accepted.add("%s: off by %.3f in the mean".formatted(utilisation, off));
      assertThat(off).as("%s", accepted).isGreaterThan(offBefore);
      offBefore = off;
    }
    System.out.println(String.join("\n", accepted));
  }

  @Test
  void catchingUpLowersTheTailUnderLoadForLittle() {
    var found = new ArrayList<String>();
    for (double utilisation : new double[] {0.3, 0.6, 0.8}) {
      for (int seed = 1; seed <= SEEDS; seed++) {
        Workflow workflow = workflow(seed);
        WorkflowLoad load = load(workflow, utilisation);
        WorkflowPlan none = WorkflowPlan.none(workflow);
        double without = p99(load, none, seed);
        CatchUpTime threads =
            CatchUpTime.within(
                0.063, after -> new CatchUp.Threads(after, 3, 2), load, none, traffic(seed));
        double withThreads =
            p99(load, caughtUp(none, new CatchUp.Threads(threads.afterMillis(), 3, 2)), seed);
        CatchUpTime priority =
            CatchUpTime.within(0.1, CatchUp.Priority::new, load, none, traffic(seed));
        double withPriority =
            p99(load, caughtUp(none, new CatchUp.Priority(priority.afterMillis())), seed);
        WorkflowGoal goal = WorkflowGoal.reissue(99, 0.03);
        double local = p99(load, plan(workflow, goal), seed);
        double global =
            p99(
                load,
                GlobalReissues.plan(
                    WorkflowLoadClaimsTest::plan, goal, 1 / 6.0, load, traffic(seed)),
                seed);
        found.add(
            "%s seed %d: threads %.3f, priority %.3f, local %.3f, with global %.3f"
                .formatted(
                    utilisation,
                    seed,
                    1 - withThreads / without,
                    1 - withPriority / without,
                    1 - local / without,
                    1 - global / without));
        assertThat(withThreads).as("%s", found).isLessThan(without);
      }
    }
    System.out.println(String.join("\n", found));
  }

  private static WorkflowPlan caughtUp(WorkflowPlan plan, CatchUp catchUp) {
    return new WorkflowPlan(plan.workflow(), plan.goal(), plan.stages(), catchUp);
  }
}
