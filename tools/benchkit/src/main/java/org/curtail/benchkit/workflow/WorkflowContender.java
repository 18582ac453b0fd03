package org.curtail.benchkit.workflow;

import java.util.Optional;
import java.util.OptionalDouble;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.WorkflowPlan;

/** A compared setting of all stages. */
public sealed interface WorkflowContender {
  /** Name of the reference of all comparisons: no copies, and all stages wait for all answers. */
  String NONE = WorkflowPolicy.NONE.toString();

  /** Name of the plan under test. */
  String PLAN = WorkflowPolicy.PLAN.toString();

  /** Returns the name in results. */
  String name();

  /**
   * Returns the budget of copies, as a share of the cost of original visits; empty without a
   * budget.
   */
  OptionalDouble budget();

  /** Returns the plan of this contender, for simulations; empty if it follows no plan. */
  Optional<WorkflowPlan> planned();

  /**
   * Each stage follows a plan, within a budget of its own.
   *
   * @param plan a plan without catch-up or with global reissue
   */
  record Planned(String name, WorkflowPlan plan) implements WorkflowContender {
    public Planned {
      switch (plan.catchUp()) {
        case CatchUp.None _ -> {}
        case CatchUp.GlobalReissue _ -> {}
        case CatchUp.Threads _ ->
            throw new IllegalArgumentException(
                "a plan whose late requests get more threads cannot be measured here: servers hold calls and compute nothing");
        case CatchUp.Priority _ ->
            throw new IllegalArgumentException(
                "a plan whose late requests go first cannot be measured here: servers serve in order of arrival");
      }
    }

    @Override
    public OptionalDouble budget() {
      boolean sends =
          plan.stages().stream().anyMatch(stage -> !stage.policy().reissues().isEmpty());
      return sends || plan.goal().budget() > 0
          ? OptionalDouble.of(plan.goal().budget())
          : OptionalDouble.empty();
    }

    @Override
    public Optional<WorkflowPlan> planned() {
      return Optional.of(plan);
    }
  }

  /**
   * A typical setting by hand: each stage cancels a call at a percentile of its own times, and
   * retries it once at another server without a time-out. There is no budget.
   *
   * @param percentile above 0, below 100
   */
  record TimeOuts(String name, double percentile) implements WorkflowContender {
    public TimeOuts {
      if (!(percentile > 0 && percentile < 100)) {
        throw new IllegalArgumentException(
            "percentile must be above 0 and below 100: " + percentile);
      }
    }

    @Override
    public OptionalDouble budget() {
      return OptionalDouble.empty();
    }

    @Override
    public Optional<WorkflowPlan> planned() {
      return Optional.empty();
    }
  }
}
