package org.curtail;

/**
 * Constant properties of a {@link Policy}, besides its three answers.
 *
 * @param ranks true if the engine asks for {@link Policy#priority}; if false, a free thread goes to
 *     the oldest request first
 * @param isMonotone true if {@link Policy#priority} never falls with age, execution time or
 *     attained service. The comparison is among running requests with the same number of threads
 *     under one load, with any other differences. The engine then finds the most urgent of many
 *     requests without asking for the priority of each. False is always safe. True only for
 *     policies that rank.
 * @param reordersQueue true if waiting requests start in order of {@link Policy#priority} instead
 *     of arrival. True only for policies that rank.
 * @param isMalleable true if degrees may fall. Each decision then divides all threads beyond the
 *     first of each running request again, by {@link Policy#priority} and up to the degree of each
 *     request. The division happens also if the policy does not rank. A request above its new limit
 *     loses threads at its next chunk border.
 * @param boosts true if the oldest requests at the greatest degree should keep whole cores while
 *     there are more threads than cores (Few-to-Many paper, section 4.2)
 * @param needsPrediction true if the policy cannot serve a request without {@link
 *     Progress#prediction}
 * @param preemption preemption of running requests while others wait for a thread
 */
public record Traits(
    boolean ranks,
    boolean isMonotone,
    boolean reordersQueue,
    boolean isMalleable,
    boolean boosts,
    boolean needsPrediction,
    Preemption preemption) {
  /** Traits of a policy that only admits and decides. */
  public static final Traits NONE =
      new Traits(false, false, false, false, false, false, Preemption.NONE);

  /** Traits of a policy that ranks. */
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

  /** Returns the same traits, monotone or not. */
  public Traits monotone(boolean is) {
    return new Traits(ranks, is, reordersQueue, isMalleable, boosts, needsPrediction, preemption);
  }

  /** Returns the same traits, with waiting requests in order of priority or of arrival. */
  public Traits reorderingQueue(boolean is) {
    return new Traits(ranks, isMonotone, is, isMalleable, boosts, needsPrediction, preemption);
  }

  /** Returns the same traits, malleable or not. */
  public Traits malleable(boolean is) {
    return new Traits(ranks, isMonotone, reordersQueue, is, boosts, needsPrediction, preemption);
  }

  /** Returns the same traits, with boosting or without. */
  public Traits boosting(boolean is) {
    return new Traits(
        ranks, isMonotone, reordersQueue, isMalleable, is, needsPrediction, preemption);
  }

  /** Returns the same traits, with or without the need of predictions. */
  public Traits needingPrediction(boolean is) {
    return new Traits(ranks, isMonotone, reordersQueue, isMalleable, boosts, is, preemption);
  }

  /** Returns the same traits with this preemption. */
  public Traits preempting(Preemption how) {
    return new Traits(ranks, isMonotone, reordersQueue, isMalleable, boosts, needsPrediction, how);
  }
}
