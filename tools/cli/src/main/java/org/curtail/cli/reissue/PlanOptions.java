package org.curtail.cli.reissue;

import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.reissue.ReissueGoal;
import picocli.CommandLine.Option;

/** The goal of a plan, and the policies to choose from. */
final class PlanOptions implements CommandWords.Options {
  private static final int MOST_COPIES = 8;

  @Option(
      names = "--budget",
      paramLabel = "B",
      description =
          "Copies that may be sent, as a share of the requests: 0.02 is 2 %%. Default:"
              + " ${DEFAULT-VALUE}.")
  private double budget = 0.02;

  @Option(
      names = "--percentile",
      paramLabel = "P",
      description = "Which latency should be least. Default: ${DEFAULT-VALUE}.")
  private double percentile = 99;

  @Option(
      names = "--single-d",
      description =
          "Only plans that always send a copy after the delay, without a probability: what most"
              + " other systems can do.")
  private boolean singleD;

  @Option(
      names = "--reissues",
      paramLabel = "N",
      description = "Copies of one request at most. Default: ${DEFAULT-VALUE}.")
  private int reissues = 1;

  ReissueGoal goal() {
    if (!(budget > 0 && budget <= 1)) {
      throw new UsageError(
          "--budget: expected a share of the requests above 0 and at most 1, such as 0.02 for 2 %%, found %s"
              .formatted(Numbers.plain(budget)));
    }
    OptionRules.percentile(percentile);
    return new ReissueGoal(percentile, budget);
  }

  PlanForm form() {
    OptionRules.whole("--reissues", reissues, 1, MOST_COPIES);
    OptionRules.excludes("--single-d", singleD && reissues > 1, "--reissues above 1");
    return new PlanForm(singleD, reissues);
  }

  @Override
  public void writeTo(CommandWords line) {
    line.option("--budget", Numbers.exact(budget))
        .option("--percentile", Numbers.exact(percentile))
        .flag("--single-d", singleD);
    if (reissues > 1) {
      line.option("--reissues", reissues);
    }
  }
}
