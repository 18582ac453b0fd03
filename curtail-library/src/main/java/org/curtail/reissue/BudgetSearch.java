package org.curtail.reissue;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Load feedback for all budgets: the one with the least observed tail. Begins with a budget of 0.5
 * % and doubles it while the tail falls by more than 1 %; then looks between the best budget and
 * the next one, which was too much, by halving the distance. For each budget a {@link
 * ReissueIteration} finds the policy; a budget that this refuses was too much.
 *
 * <p>The best observed of all budgets is accepted; if none was better than no reissue, all is
 * refused with the reason of the least budget. Immutable.
 */
public final class BudgetSearch implements LoadFeedback {
  private static final double FIRST_BUDGET = 0.005;

  /** By which part of itself a tail must fall for a larger budget to be worth it. */
  private static final double LEAST_GAIN = 0.01;

  /** How often the distance is halved. */
  private static final int HALVINGS = 3;

  private final double percentile;
  private final double mostBudget;
  private final double damping;
  private final List<ReissueTrial> trials;
  private final @Nullable ReissueObservation without;

  /** Null once there is a verdict. */
  private final @Nullable ReissueIteration current;

  private final double currentBudget;

  /** The best budget so far; 0 is none. */
  private final double low;

  /** The least budget that was too much; infinite while there is none. */
  private final double high;

  private final int halvings;
  private final FeedbackStep.@Nullable Accepted best;
  private final FeedbackStep step;

  private BudgetSearch(Draft draft, FeedbackStep step) {
    percentile = draft.percentile;
    mostBudget = draft.mostBudget;
    damping = draft.damping;
    trials = List.copyOf(draft.trials);
    without = draft.without;
    current = draft.current;
    currentBudget = draft.currentBudget;
    low = draft.low;
    high = draft.high;
    halvings = draft.halvings;
    best = draft.best;
    this.step = step;
  }

  /**
   * Before the first run.
   *
   * @param percentile more than 0, less than 100
   * @param mostBudget no budget above this is tried: more than 0, at most 1
   * @param damping see {@link ReissueIteration#of(ReissueGoal, double)}
   */
  public static BudgetSearch of(double percentile, double mostBudget, double damping) {
    var draft = new Draft();
    draft.percentile = percentile;
    draft.mostBudget = mostBudget;
    draft.damping = damping;
    draft.currentBudget = Math.min(FIRST_BUDGET, new ReissueGoal(percentile, mostBudget).budget());
    draft.begin();
    return draft.build();
  }

  @Override
  public FeedbackStep step() {
    return step;
  }

  @Override
  public List<ReissueTrial> trials() {
    return trials;
  }

  /** The best budget so far, 0 as long as none was better than no reissue. */
  public double bestBudget() {
    return low;
  }

  @Override
  public BudgetSearch observe(ReissueObservation seen) {
    if (current == null) {
      throw new IllegalStateException("there is a verdict already: " + step);
    }
    var draft = new Draft(this);
    boolean first = without == null;
    if (first) {
      draft.without = seen;
    }
    ReissueIteration next = current.observe(seen);
    draft.trials.add(next.trials().getLast());
    draft.current = next;
    while (draft.current != null) {
      switch (draft.current.step()) {
        case FeedbackStep.Run run -> {
          return draft.build();
        }
        case FeedbackStep.Accepted accepted -> draft.accepted(accepted);
        case FeedbackStep.Refused refused -> draft.tooMuch(refused.reason());
      }
    }
    return draft.build();
  }

  /** What changes from one observation to the next. */
  private static final class Draft {
    double percentile;
    double mostBudget;
    double damping;
    List<ReissueTrial> trials = new ArrayList<>();
    @Nullable ReissueObservation without;
    @Nullable ReissueIteration current;
    double currentBudget;
    double low;
    double high = Double.POSITIVE_INFINITY;
    int halvings;
    FeedbackStep.@Nullable Accepted best;
    String refusal = "";

    Draft() {}

    Draft(BudgetSearch of) {
      percentile = of.percentile;
      mostBudget = of.mostBudget;
      damping = of.damping;
      trials.addAll(of.trials);
      without = of.without;
      current = of.current;
      currentBudget = of.currentBudget;
      low = of.low;
      high = of.high;
      halvings = of.halvings;
      best = of.best;
    }

    /** A new iteration for the current budget; that without reissue need not be run again. */
    void begin() {
      ReissueIteration fresh =
          ReissueIteration.of(new ReissueGoal(percentile, currentBudget), damping);
      current = without == null ? fresh : fresh.observe(without);
    }

    void accepted(FeedbackStep.Accepted accepted) {
      double tail = accepted.best().observedMillis();
      if (best == null || tail < best.best().observedMillis() * (1 - LEAST_GAIN)) {
        best = accepted;
        low = currentBudget;
        next();
      } else {
        tooMuch("A larger budget brought no more.");
      }
    }

    void tooMuch(String reason) {
      high = Math.min(high, currentBudget);
      refusal = reason;
      next();
    }

    private void next() {
      if (high == Double.POSITIVE_INFINITY) {
        if (currentBudget >= mostBudget) {
          current = null;
          return;
        }
        currentBudget = Math.min(mostBudget, 2 * currentBudget);
      } else {
        if (halvings == HALVINGS) {
          current = null;
          return;
        }
        halvings++;
        currentBudget = (low + high) / 2;
      }
      begin();
    }

    BudgetSearch build() {
      return new BudgetSearch(this, step());
    }

    private FeedbackStep step() {
      if (current != null) {
        return current.step();
      }
      if (best == null) {
        return new FeedbackStep.Refused(
            trials.getFirst(),
            "No budget from %s to %s was better than none. With the least: %s"
                .formatted(
                    Wording.percent(currentBudget),
                    Wording.percent(Math.min(high, mostBudget)),
                    refusal));
      }
      return new FeedbackStep.Accepted(
          best.best(),
          "The best budget is %s. %s".formatted(Wording.percent(low), best.reason()));
    }
  }
}
