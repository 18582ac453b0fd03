package org.curtail.cli.workflow;

import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.workflow.WorkflowGoal;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The budget of a plan, or its target. */
final class GoalOptions implements CommandWords.Options {
  private static final double DEFAULT_BUDGET = 0.05;
  private static final double MOST_MS = 1e9;

  @Option(
      names = "--budget",
      paramLabel = "B",
      description =
          "Cost of all copies, as a share of the cost of requests without: 0.05 is 5 %%. Default: 0.05.")
  private @Nullable Double budget;

  @Option(
      names = "--target-ms",
      paramLabel = "T",
      description =
          "Instead of --budget: a target for the percentile, reached with the least budget.")
  private @Nullable Double targetMs;

  @Option(
      names = "--loss",
      paramLabel = "R",
      description =
          "Share of the answer that may be lost because a service does not wait for all of its servers: 0.001 is 0.1 %%. Default: ${DEFAULT-VALUE}.")
  private double loss = 0;

  /**
   * The goal; for a target, it has the greatest budget.
   *
   * @throws UsageError if an option is out of range
   */
  WorkflowGoal goal(double percentile) {
    OptionRules.excludes("--target-ms", targetMs != null && budget != null, "--budget");
    double wanted = budget == null ? DEFAULT_BUDGET : budget;
    if (!(wanted >= 0 && wanted <= 1)) {
      throw new UsageError(
          "--budget: expected a share from 0 to 1, such as 0.05 for 5 %, found "
              + Numbers.plain(wanted));
    }
    if (!(loss >= 0 && loss < 1)) {
      throw new UsageError(
          "--loss: expected a share from 0 to below 1, such as 0.001 for 0.1 %, found "
              + Numbers.plain(loss));
    }
    return new WorkflowGoal(percentile, targetMs == null ? wanted : 1, loss);
  }

  /** The target of the percentile; null if there is a budget instead. */
  @Nullable Double targetMs() {
    return targetMs == null ? null : OptionRules.above("--target-ms", 0, targetMs, MOST_MS);
  }

  @Override
  public void writeTo(CommandWords line) {
    if (targetMs == null) {
      line.option("--budget", Numbers.exact(budget == null ? DEFAULT_BUDGET : budget));
    } else {
      line.option("--target-ms", Numbers.exact(targetMs));
    }
    if (loss > 0) {
      line.option("--loss", Numbers.exact(loss));
    }
  }
}
