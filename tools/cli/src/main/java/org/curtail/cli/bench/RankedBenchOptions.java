package org.curtail.cli.bench;

import java.util.List;
import org.curtail.benchkit.openloop.ContenderName;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.workload.RankedOptions;
import picocli.CommandLine.Option;

/** Options of {@code bench} for searches in order of importance. */
final class RankedBenchOptions implements CommandWords.Options {
  private static final String QUALITY = "--quality";

  @Option(
      names = QUALITY,
      description =
          "Judge the quality of every answer against that of sequential search, by proportional and exponential weights. Needs --early-termination.")
  private boolean quality;

  /** True if the quality of answers is judged. */
  boolean quality() {
    return quality;
  }

  /**
   * Rejects policies and options that need searches in order of importance.
   *
   * @param policies by name
   * @throws UsageError if there are no such searches
   */
  void check(RankedOptions ranked, List<String> policies) {
    if (ranked.isAsked()) {
      return;
    }
    OptionRules.needs(QUALITY, quality, "--early-termination");
    for (String name : policies) {
      if (ContenderName.of(name).sharing().isPresent()) {
        throw new UsageError(
            "--policies: %s works only with --early-termination, which is missing".formatted(name));
      }
    }
  }

  /** Rejects these options. */
  void requireNone(String option) {
    OptionRules.excludes(QUALITY, quality, option);
  }

  @Override
  public void writeTo(CommandWords line) {
    line.flag(QUALITY, quality);
  }
}
