package org.curtail.cli.workload;

import java.io.IOException;
import java.nio.file.Path;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.benchkit.results.SearchText;
import org.curtail.benchkit.terminal.OutputFile;
import org.curtail.cli.commandline.SharedOptions;
import org.jspecify.annotations.Nullable;

/** Output of search results: to a file if wanted, then to the terminal. */
public final class SearchResults {
  private SearchResults() {}

  /** Writes and prints. */
  public static void write(Results results, @Nullable Path out, SharedOptions shared)
      throws IOException {
    if (out != null) {
      OutputFile.write(out, writer -> ResultsFile.write(results, writer));
    }
    if (shared.json) {
      shared.console.json(ResultsFile.text(results));
    } else {
      SearchText.lines(results).forEach(shared.console::result);
    }
    if (out != null) {
      shared.console.say("Wrote the results to %s; curtail report draws them".formatted(out));
    }
  }
}
