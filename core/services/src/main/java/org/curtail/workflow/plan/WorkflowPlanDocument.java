package org.curtail.workflow.plan;

import java.util.List;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.simulate.WorkflowResult;
import org.jspecify.annotations.Nullable;

/**
 * The content of a plan's file: a plan with its known effects. Immutable.
 *
 * @param plan plans of all stages
 * @param predicted effect on the times from which the plan was made; null if unknown
 * @param heldOut effect on times that the planning had not seen; null if unknown
 * @param source source of the times, free text; may be empty
 * @param notes sentences for people
 */
public record WorkflowPlanDocument(
    WorkflowPlan plan,
    @Nullable Expected predicted,
    @Nullable Expected heldOut,
    String source,
    List<String> notes) {
  public WorkflowPlanDocument {
    notes = List.copyOf(notes);
  }

  /** Returns a document with a plan and nothing else. */
  public static WorkflowPlanDocument of(WorkflowPlan plan) {
    return new WorkflowPlanDocument(plan, null, null, "", List.of());
  }

  /**
   * The effect of a plan on requests.
   *
   * @param p99 99th percentile
   * @param tail percentile of the plan's goal; equal to {@code p99} if the goal is the 99th
   *     percentile
   * @param cost cost of all copies, as a share of the cost of all original visits: at least 0
   * @param loss lost share of utility: 0 to 1
   */
  public record Expected(Tail p99, Tail tail, double cost, double loss) {
    public Expected {
      if (!(cost >= 0 && cost < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("cost must be at least 0 and finite: " + cost);
      }
      if (!(loss >= 0 && loss <= 1)) {
        throw new IllegalArgumentException("loss must be from 0 to 1: " + loss);
      }
    }

    /**
     * Returns the effect from two simulations.
     *
     * @param percentile percentile of the plan's goal
     * @param without result without any plan
     * @param with result with the plan, on the same requests
     */
    public static Expected of(double percentile, WorkflowResult without, WorkflowResult with) {
      return new Expected(
          Tail.of(99, without, with),
          Tail.of(percentile, without, with),
          with.budgetUsed(),
          with.loss());
    }
  }

  /**
   * A percentile of the end-to-end latency.
   *
   * @param withoutMillis latency without the plan: finite, at least 0
   * @param withMillis latency with the plan: finite, at least 0
   */
  public record Tail(double withoutMillis, double withMillis) {
    public Tail {
      requireTime("withoutMillis", withoutMillis);
      requireTime("withMillis", withMillis);
    }

    static Tail of(double percentile, WorkflowResult without, WorkflowResult with) {
      return new Tail(without.percentileMillis(percentile), with.percentileMillis(percentile));
    }

    /**
     * Returns the relative fall of the percentile; below 0 if it rises. 0 if the percentile without
     * the plan is 0.
     */
    public double reduction() {
      return withoutMillis > 0 ? 1 - withMillis / withoutMillis : 0;
    }

    private static void requireTime(String name, double millis) {
      if (!(millis >= 0 && millis < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(name + " must be at least 0 and finite: " + millis);
      }
    }
  }
}
