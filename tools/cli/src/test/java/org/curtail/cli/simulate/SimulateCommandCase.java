package org.curtail.cli.simulate;

import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.curtail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.cli.Terminal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command on four requests and four cores. */
@Timeout(300)
abstract class SimulateCommandCase {
  @TempDir Path folder;
  Path profile = Path.of("");
  Path out = Path.of("");

  @BeforeEach
  void writeProfile() throws IOException {
    out = folder.resolve("results.json");
    profile =
        Files.writeString(
            folder.resolve("profile.json"),
            "{\"format\":\"curtail-profile/1\",\"maxDegree\":4,\"source\":\"test\",\"timesMs\":["
                + "[10,6,5,4.5],[20,11,9,8],[100,52,36,28],[15,9,7,6]]}");
  }

  Terminal simulate(Object... more) {
    var words = new ArrayList<Object>(List.of("simulate", "--profile", profile, "--cores", 4));
    words.addAll(List.of(more));
    return curtail(words.toArray());
  }

  Results written(Object... more) {
    var words = new ArrayList<Object>(List.of(more));
    words.addAll(List.of("--out", out, "--overwrite"));
    Terminal run = simulate(words.toArray());
    assertDone(run);
    return ResultsFile.read(out);
  }
}
