package org.curtail.cli.workflow;

import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.commandline.CommandWords;
import picocli.CommandLine.Option;

/** Options for the percentile of the tail, and the number of simulated requests. */
final class TrialOptions implements CommandWords.Options {
  private static final int FEWEST_REQUESTS = 1_000;
  private static final int MOST_REQUESTS = 10_000_000;

  @Option(
      names = "--percentile",
      paramLabel = "P",
      description = "Percentile of latency from end to end to lower. Default: ${DEFAULT-VALUE}.")
  private double percentile = 99;

  @Option(
      names = "--requests",
      paramLabel = "N",
      description = "Simulated requests. Default: ${DEFAULT-VALUE}.")
  private int requests = 20_000;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Seed of all random choices of the simulation. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  double percentile() {
    return OptionRules.percentile(percentile);
  }

  int requests() {
    return OptionRules.whole("--requests", requests, FEWEST_REQUESTS, MOST_REQUESTS);
  }

  long seed() {
    return seed;
  }

  @Override
  public void writeTo(CommandWords line) {
    line.option("--percentile", Numbers.exact(percentile))
        .option("--requests", requests)
        .option("--seed", seed);
  }
}
