package org.curtail.cli.simulate;

import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.commandline.CommandWords;
import picocli.CommandLine.Option;

/** Options for uncounted requests and the number of repeats. */
public final class RepeatOptions implements CommandWords.Options {
  private static final int MOST_REPEATS = 1000;
  private static final int FEWEST_REQUESTS = 100;

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      description = "Leave out the first N requests of each run. Default: ${DEFAULT-VALUE}.")
  private int warmUp;

  @Option(
      names = "--repeats",
      paramLabel = "K",
      description =
          "Runs of each policy at each rate, on requests of K seeds from --seed on. With more than one, figures are means over the runs. Default: ${DEFAULT-VALUE}.")
  private int repeats = 1;

  /**
   * Requests at the beginning of a run that do not count.
   *
   * @throws UsageError if fewer than 100 requests would count
   */
  public int warmUp(int requests) {
    if (warmUp < 0 || warmUp > requests - FEWEST_REQUESTS) {
      throw new UsageError(
          "--warm-up: expected a whole number from 0 to %,d, which leaves %d of --requests, found %d"
              .formatted(requests - FEWEST_REQUESTS, FEWEST_REQUESTS, warmUp));
    }
    return warmUp;
  }

  /**
   * Runs of each policy at each rate.
   *
   * @throws UsageError if the value is out of range
   */
  public int repeats() {
    return OptionRules.whole("--repeats", repeats, 1, MOST_REPEATS);
  }

  @Override
  public void writeTo(CommandWords line) {
    line.option("--warm-up", warmUp).option("--repeats", repeats);
  }
}
