package org.curtail.papers.grid;

import java.io.IOException;
import java.util.Objects;
import org.curtail.benchkit.results.ClaimText;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.commandline.OutputOptions;
import org.curtail.cli.commandline.ResearchCommand;
import org.curtail.cli.commandline.SharedOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * {@code curtail grid}: policies over demands, cores and loads, compared with sharing and the best.
 */
@Command(
    name = "grid",
    description = {
      "Compares policies over demands, numbers of cores and loads, in the simulator.",
      "Says for each how far it is from sequential processor sharing and from the best policy of"
          + " each point, on average and at worst. Takes a quarter of an hour on two cores."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  curtail grid --out grid.json",
      "  curtail grid --quick --demands gamma,pareto --policies sequential,tail-index"
    })
public final class GridCommand implements ResearchCommand {
  @Mixin private final GridOptions grid = new GridOptions();

  @Mixin private final OutputOptions output = new OutputOptions();

  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    GridSetting setting = grid.setting();
    output.check(null);
    if (!SampleSize.carries(setting.requests(), 99.9)) {
      shared.console.warn(
          "p99.9: %,d requests in a run are few for it; %,d show ten beyond it"
              .formatted(setting.requests(), SampleSize.fewest(99.9)));
    }
    Results results = results(setting);
    output.write(results);
    print(results);
    output.sayWritten(shared, "grid.html", "the grid", "grid.json");
    return 0;
  }

  private Results results(GridSetting setting) throws InterruptedException {
    String command = CommandWords.of("grid").all(grid).ifGiven("--out", output.out).toString();
    try {
      return GridResults.of(setting, shared.console, command);
    } catch (IllegalArgumentException e) {
      throw new UsageError("--policies: " + e.getMessage(), e);
    }
  }

  private void print(Results results) throws IOException {
    if (shared.json) {
      shared.console.json(ResultsFile.text(results));
      return;
    }
    GridText.lines(Objects.requireNonNull(results.grid())).forEach(shared.console::result);
    shared.console.result("");
    ClaimText.lines(results.claims()).forEach(shared.console::result);
    shared.console.result("");
    shared.console.result(results.verdict().headline());
    results.verdict().details().forEach(shared.console::result);
  }
}
