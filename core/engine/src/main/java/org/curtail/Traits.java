package org.curtail;

/**
 * Properties of a {@link Policy} beside its three answers. They never change.
 *
 * @param ranks true if {@link Policy#priority} is of use; if false, free threads go to the oldest
 *     first
 * @param isMonotone true if, under one load, a running request comes no later by {@link
 *     Policy#priority} than another that has as many threads and is at most as old, has executed at
 *     most as long and has attained at most as much service, whatever else may differ. The most
 *     urgent of many requests is then found without asking for the priority of each; false is
 *     always safe. Only of policies that rank.
 * @param reordersQueue true if waiting requests start in order of {@link Policy#priority} instead
 *     of arrival. Only of policies that rank.
 * @param isMalleable true if degrees may fall. Then, at every decision, all threads beyond the
 *     first of each running request are shared anew, by {@link Policy#priority} (also if the policy
 *     does not rank) up to each degree, and a request loses threads above its share at its next
 *     chunk border.
 * @param boosts true if, while there are more threads than cores, the oldest requests at the
 *     greatest degree should keep whole cores (Few-to-Many paper, section 4.2)
 * @param needsPrediction true if the policy relies on {@link Progress#prediction}, and so cannot
 *     serve requests without one
 * @param preemption of running requests while others wait for a thread
 */
public record Traits(
    boolean ranks,
    boolean isMonotone,
    boolean reordersQueue,
    boolean isMalleable,
    boolean boosts,
    boolean needsPrediction,
    Preemption preemption) {
  /** Of a policy that only admits and decides. */
  public static final Traits NONE =
      new Traits(false, false, false, false, false, false, Preemption.NONE);

  /** Of a policy that ranks. */
  public static final Traits RANKING =
      new Traits(true, false, false, false, false, false, Preemption.NONE);

  public Traits {
    if (isMonotone && !ranks) {
      throw new IllegalArgumentException("only a policy that ranks can be monotone");
    }
    if (reordersQueue && !ranks) {
      throw new IllegalArgumentException("only a policy that ranks can reorder the queue");
    }
  }

  /** The same, monotone or not. */
  public Traits monotone(boolean is) {
    return new Traits(ranks, is, reordersQueue, isMalleable, boosts, needsPrediction, preemption);
  }

  /** The same, starting requests by priority or by arrival. */
  public Traits reorderingQueue(boolean is) {
    return new Traits(ranks, isMonotone, is, isMalleable, boosts, needsPrediction, preemption);
  }

  /** The same, malleable or not. */
  public Traits malleable(boolean is) {
    return new Traits(ranks, isMonotone, reordersQueue, is, boosts, needsPrediction, preemption);
  }

  /** The same, with boosting or without. */
  public Traits boosting(boolean is) {
    return new Traits(
        ranks, isMonotone, reordersQueue, isMalleable, is, needsPrediction, preemption);
  }

  /** The same, in need of predictions or not. */
  public Traits needingPrediction(boolean is) {
    return new Traits(ranks, isMonotone, reordersQueue, isMalleable, boosts, is, preemption);
  }

  /** Returns the same with this preemption. */
  public Traits preempting(Preemption how) {
    return new Traits(ranks, isMonotone, reordersQueue, isMalleable, boosts, needsPrediction, how);
  }
}
