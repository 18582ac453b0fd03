package org.curtail.automatic;

/** What is no longer as it was learned, and so what becomes of the plan. */
sealed interface Drift {
  /** In plain words. */
  String reason();

  /** What the plan rests on was never so, or promises more than there is: it is left at once. */
  record PlanWrong(String reason) implements Drift {}

  /** All requests take longer by one factor, or shorter: the plan is right in another unit. */
  record Scaled(String reason, double factor) implements Drift {}

  /** The plan may be good or not: it serves until there is a new one, and is compared anew. */
  record PlanOld(String reason) implements Drift {}
}
