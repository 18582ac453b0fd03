package org.curtail.papers.automatic;

import java.io.IOException;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.benchkit.results.SearchText;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.commandline.OutputOptions;
import org.curtail.cli.commandline.ResearchCommand;
import org.curtail.cli.commandline.SharedOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code curtail automatic}: the value of the policy that needs no configuration, simulated. */
@Command(
    name = "automatic",
    description = {
      "Measures what the policy automatic learns and its gain, in the simulator.",
      "Beside the best policy with hindsight and one thread for each request: at steady loads, at"
          + " loads that change, and where the service itself changes. Takes up to an hour on two"
          + " cores."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  curtail automatic --out automatic.json",
      "  curtail automatic --quick",
      "  curtail automatic --parts steady --profile profile.json --cores 8"
    })
public final class AutomaticCommand implements ResearchCommand {
  @Mixin private final AutomaticOptions measured = new AutomaticOptions();

  @Mixin private final OutputOptions output = new OutputOptions();

  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    var setting = measured.setting();
    output.check(null);
    Results results =
        AutomaticResults.of(
            setting,
            shared.console,
            CommandWords.of("automatic").all(measured).ifGiven("--out", output.out).toString(),
            this::writeSoFar);
    output.write(results);
    if (shared.json) {
      shared.console.json(ResultsFile.text(results));
    } else {
      SearchText.lines(results).forEach(shared.console::result);
    }
    output.sayWritten(shared, "automatic.html", "the measurement", "automatic.json");
    Interruption stopped = results.interrupted();
    if (stopped != null) {
      throw output.stopped(stopped.finished(), stopped.wanted(), "points");
    }
    return 0;
  }

  /** Writes the results so far. Ignores a failure, because the last write may still succeed. */
  private void writeSoFar(Results results) {
    try {
      output.write(results);
    } catch (IOException e) {
      shared.console.warn(Failure.reason(e));
    }
  }
}
