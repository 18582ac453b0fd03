package org.curtail.workflow;

/**
 * The part of a stage in the utility of the whole, by {@link LossComposition}.
 *
 * @param needed true if the whole is of no use without the stage
 * @param beside its part of the utility of all stages that have some; 0 if it is needed
 * @param keptWithoutAny share kept if neither the stage nor any stage below it answers: 0 if one of
 *     them is needed, otherwise 1
 * @param besideOfAll {@code beside} of the stage and all stages below it
 */
record UtilityShare(boolean needed, double beside, double keptWithoutAny, double besideOfAll) {
  static UtilityShare of(Workflow workflow, int stage) {
    double total = workflow.stages().stream().mapToDouble(Stage::utility).sum();
    return of(workflow, workflow.stages().get(stage), total);
  }

  private static UtilityShare of(Workflow workflow, Stage stage, double total) {
    boolean needed = stage.utility() == 0;
    double beside = needed ? 0 : stage.utility() / total;
    double kept = needed ? 0 : 1;
    double all = beside;
    for (Stage called : workflow.within(stage.name())) {
      UtilityShare below = of(workflow, called, total);
      kept *= below.keptWithoutAny;
      all += below.besideOfAll;
    }
    return new UtilityShare(needed, beside, kept, all);
  }

  /** Returns the kept share of the whole if this share of the stage's answer is there. */
  double kept(double share) {
    return needed ? share : 1;
  }

  /** Returns the utility lost beside other stages if this share of the stage's answer is there. */
  double besideLost(double share) {
    return beside * (1 - share);
  }
}
