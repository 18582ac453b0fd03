package org.curtail.cli.workflow;

import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.workflow.CatchUpBudget;
import org.curtail.workflow.PlanOptions;
import org.curtail.workflow.plan.Realisation;
import picocli.CommandLine.Option;

/** Options of the method of planning. */
final class MethodOptions implements CommandWords.Options {
  private static final double MOST_DEVIATIONS = 10;

  @Option(
      names = "--split",
      paramLabel = "S",
      description =
          "Split of the budget over the services: hull, the best by their curves; sum-var, the greedy one of the Kwiken paper; or, for comparison, equal-fraction, equal-budget or slowest-stage. Default: ${DEFAULT-VALUE}.")
  private String split = Split.HULL.option;

  @Option(
      names = "--time-outs",
      description =
          "Always send a copy after the delay, without a probability, as most other systems do.")
  private boolean timeOuts;

  @Option(
      names = "--by-criticality",
      description =
          "Services get more weight if the slowest requests wait for them more often. Only with --split hull.")
  private boolean byCriticality;

  @Option(
      names = "--polish",
      description =
          "Improve the plan by trials on simulated requests. Takes longer. Only with --split hull.")
  private boolean polish;

  @Option(
      names = "--safety",
      paramLabel = "N",
      description =
          "Stay below the budget by so many standard deviations of the copies' cost, since times are a sample: 1.645 keeps it in 95 of 100 cases. Default: 0. Only with --split hull.")
  private double safety = 0;

  /**
   * The method.
   *
   * @throws org.curtail.benchkit.terminal.UsageError if options exclude each other
   */
  Method method(int requests, long seed, CatchUpBudget catchUp) {
    Split chosen = Split.named("--split", split);
    OptionRules.number("--safety", safety, 0, MOST_DEVIATIONS);
    boolean plain = chosen == Split.HULL && !timeOuts;
    if (byCriticality && !plain) {
      throw OptionRules.excludes("--by-criticality", other(chosen));
    }
    if (polish && !plain) {
      throw OptionRules.excludes("--polish", other(chosen));
    }
    OptionRules.excludes("--safety", safety > 0 && !plain, other(chosen));
    return new Method(
        chosen,
        timeOuts ? Realisation.TIME_OUT : Realisation.SINGLE_R,
        catchUp,
        new PlanOptions(byCriticality, polish, safety, requests, seed));
  }

  private static String other(Split chosen) {
    return chosen == Split.HULL ? "--time-outs" : "--split " + chosen.option;
  }

  @Override
  public void writeTo(CommandWords line) {
    line.option("--split", split)
        .flag("--time-outs", timeOuts)
        .flag("--by-criticality", byCriticality)
        .flag("--polish", polish);
    if (safety > 0) {
      line.option("--safety", Numbers.exact(safety));
    }
  }
}
