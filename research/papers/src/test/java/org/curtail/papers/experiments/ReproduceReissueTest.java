package org.curtail.papers.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.curtail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.cli.Terminal;
import org.curtail.cli.report.WrittenPage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An experiment without cores of one server: its results have figures and claims only. */
@Timeout(300)
class ReproduceReissueTest {
  @TempDir Path folder;

  @Test
  @Tag("long")
  void thePageAndTheFileAreWhole() throws Exception {
    Path page = folder.resolve("report.html");
    Path json = folder.resolve("results.json");
    Terminal run =
        curtail(
            "reproduce", "reissue", "--requests", 2000, "--repeats", 2, "--out", page, "--json");
    assertDone(run);
    Files.writeString(json, run.out());
    Results results = ResultsFile.read(json);
    assertThat(results.runs()).isEmpty();
    assertThat(results.demand()).isNull();
    assertThat(results.claims()).isNotEmpty();
    assertThat(results.command()).startsWith("./curtail reproduce reissue --seed 1 --repeats 2");
    assertThat(Files.readString(page))
        .contains("Latency against reissue rate", "Against load balancing", "Reasons of deviations")
        .doesNotContain("All runs");
    WrittenPage.read(page).assertThatItCanBeShown();
    theFileGivesTheSamePage(json, page);
  }

  private void theFileGivesTheSamePage(Path json, Path page) throws IOException {
    Path again = folder.resolve("again.html");
    assertThat(curtail("report", json, "--out", again).exitCode()).isZero();
    assertThat(again).hasSameTextualContentAs(page);
  }

  @Test
  @Tag("long")
  void peopleReadEachClaimWithOursBesideThePapers() {
    Terminal run = curtail("reproduce", "reissue", "--requests", 1000, "--repeats", 2);
    assertDone(run);
    assertThat(run.out())
        .contains("SingleR", "SingleD", "LAEDGE", "claims hold in the simulator")
        .doesNotContain("NaN");
  }
}
