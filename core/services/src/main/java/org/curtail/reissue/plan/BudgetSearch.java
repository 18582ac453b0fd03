package org.curtail.reissue.plan;

import java.util.ArrayList;
import java.util.List;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.plan.LoadFeedback.FeedbackStep;
import org.curtail.reissue.plan.LoadFeedback.ReissueTrial;
import org.curtail.reissue.times.Wording;
import org.jspecify.annotations.Nullable;

/**
 * Load feedback for all budgets: finds the budget with the least observed tail. The search begins
 * with a budget of 0.5 % and doubles it while the tail falls by more than 1 %. Then it bisects
 * between the best budget and the least budget that was too much. A {@link ReissueIteration} finds
 * the policy of each budget. If it refuses after a run, the budget was too much. If it finds no
 * plan with a lower tail, the budget was too little.
 *
 * <p>The search accepts the best observed policy of all budgets. If no policy was better than no
 * copies, the search refuses, with the reason for the smallest budget that was run. Immutable.
 */
final class BudgetSearch implements LoadFeedback {
  private static final double FIRST_BUDGET = 0.005;

  /** Least relative fall of the tail for a larger budget. */
  private static final double LEAST_GAIN = 0.01;

  private static final int HALVINGS = 3;

  private final Draft state;
  private final FeedbackStep step;

  private BudgetSearch(Draft state) {
    this.state = state;
    step = state.step();
  }

  /**
   * Begins a search.
   *
   * @param percentile percentile of the tail: more than 0, less than 100
   * @param mostBudget greatest budget: more than 0, at most 1
   * @param damping see {@link ReissueIteration#of(ReissueGoal, double)}
   */
  static BudgetSearch of(double percentile, double mostBudget, double damping) {
    double first = Math.min(FIRST_BUDGET, new ReissueGoal(percentile, mostBudget).budget());
    return new BudgetSearch(new Draft(percentile, mostBudget, damping, first));
  }

  @Override
  public FeedbackStep step() {
    return step;
  }

  @Override
  public List<ReissueTrial> trials() {
    return List.copyOf(state.trials);
  }

  @Override
  public BudgetSearch observe(ReissueObservation seen) {
    var draft = new Draft(state);
    draft.observe(seen);
    return new BudgetSearch(draft);
  }

  /** State of a search; not changed once it is published. */
  private static final class Draft {
    private final double percentile;
    private final double mostBudget;
    private final double damping;
    private final List<ReissueTrial> trials = new ArrayList<>();

    /** The observation without copies, first step of each budget; null before the first run. */
    private @Nullable ReissueObservation without;

    private double budget;

    /** Null once all budgets are tried. */
    private @Nullable ReissueIteration current;

    /** The best budget so far, or the largest budget that was too little. */
    private double low;

    /** The smallest budget that was too much; infinite if none was. */
    private double high = Double.POSITIVE_INFINITY;

    private int halvings;
    private FeedbackStep.@Nullable Accepted best;
    private String refusal = "";

    Draft(double percentile, double mostBudget, double damping, double budget) {
      this.percentile = percentile;
      this.mostBudget = mostBudget;
      this.damping = damping;
      this.budget = budget;
      current = ReissueIteration.of(new ReissueGoal(percentile, budget), damping);
    }

    Draft(Draft other) {
      percentile = other.percentile;
      mostBudget = other.mostBudget;
      damping = other.damping;
      trials.addAll(other.trials);
      without = other.without;
      budget = other.budget;
      current = other.current;
      low = other.low;
      high = other.high;
      halvings = other.halvings;
      best = other.best;
      refusal = other.refusal;
    }

    void observe(ReissueObservation seen) {
      if (current == null) {
        throw new IllegalStateException("there is a verdict already: " + step());
      }
      ReissueObservation known = without == null ? seen : without;
      without = known;
      ReissueIteration next = current.observe(seen);
      trials.add(next.trials().getLast());
      current = next;
      while (current != null && !(current.step() instanceof FeedbackStep.Run)) {
        take(current);
        current = nextBudget() ? begin(known) : null;
      }
    }

    /** Begins the next budget with the known observation without copies. */
    private ReissueIteration begin(ReissueObservation known) {
      return ReissueIteration.of(new ReissueGoal(percentile, budget), damping).observe(known);
    }

    /** Records the verdict on a budget. */
    private void take(ReissueIteration finished) {
      if (finished.step() instanceof FeedbackStep.Accepted accepted) {
        double tail = accepted.best().observedMillis();
        if (best == null || tail < best.best().observedMillis() * (1 - LEAST_GAIN)) {
          best = accepted;
          low = budget;
        } else {
          high = budget;
        }
      } else if (finished.step() instanceof FeedbackStep.Refused refused) {
        if (finished.trials().size() == 1) {
          refusal = high < Double.POSITIVE_INFINITY ? refusal : refused.reason();
          low = budget;
        } else {
          refusal = refused.reason();
          high = budget;
        }
      }
    }

    /** Changes to the next budget. Returns false if all budgets are tried. */
    private boolean nextBudget() {
      if (high == Double.POSITIVE_INFINITY) {
        boolean more = budget < mostBudget;
        budget = Math.min(mostBudget, 2 * budget);
        return more;
      }
      budget = (low + high) / 2;
      return ++halvings <= HALVINGS;
    }

    FeedbackStep step() {
      if (current != null) {
        return current.step();
      }
      if (best != null) {
        return new FeedbackStep.Accepted(
            best.best(),
            "The best budget is %s. %s"
                .formatted(Wording.percent(best.best().budget()), best.reason()));
      }
      return new FeedbackStep.Refused(
          trials.getFirst(), "No tried budget is better than no reissue. " + refusal);
    }
  }
}
