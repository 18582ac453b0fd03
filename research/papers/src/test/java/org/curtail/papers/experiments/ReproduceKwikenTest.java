package org.curtail.papers.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.curtail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.cli.Terminal;
import org.curtail.cli.report.WrittenPage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Workflows: stand-ins, and a file of the user. */
@Timeout(300)
class ReproduceKwikenTest {
  @TempDir Path folder;

  /** Its page, made by the run and made again from the file that it printed. */
  private Results whole(Terminal run, Path page) throws Exception {
    assertDone(run);
    Path json = Files.writeString(folder.resolve("results.json"), run.out());
    Results results = ResultsFile.read(json);
    assertThat(results.runs()).isEmpty();
    assertThat(results.claims()).isNotEmpty();
    WrittenPage.read(page).assertThatItCanBeShown();
    Path again = folder.resolve("again.html");
    assertThat(curtail("report", json, "--out", again).exitCode()).isZero();
    assertThat(again).hasSameTextualContentAs(page);
    return results;
  }

  @Test
  @Tag("long")
  void thePageAndTheFileOfStandInsAreWhole() throws Exception {
    Path page = folder.resolve("report.html");
    Terminal run =
        curtail("reproduce", "kwiken", "--requests", 200, "--repeats", 1, "--out", page, "--json");
    assertThat(whole(run, page).command())
        .startsWith("./curtail reproduce kwiken --seed 1 --repeats 1");
    assertThat(Files.readString(page))
        .contains("Figure 11", "Figure 14", "Table 2", "fit of seed 1", "Reasons of deviations")
        .doesNotContain("0 cores");
  }

  private Path workflow() throws IOException {
    String times =
        IntStream.range(0, 400)
            .mapToObj(i -> i % 50 == 0 ? "200" : "%d.5".formatted(5 + i * 7 % 11))
            .collect(Collectors.joining(","));
    return Files.writeString(
        folder.resolve("shop.json"),
        """
        {"format":"curtail-workflow/1","name":"shop","stages":[
        {"name":"cart","after":[],"cost":1.0,"latencyMs":[%s]},
        {"name":"price","after":["cart"],"cost":2.0,"latencyMs":[%s]}]}
        """
            .formatted(times, times));
  }

  @Test
  void aWorkflowOfTheUserTakesThePlaceOfStandIns() throws Exception {
    Path file = workflow();
    Path page = folder.resolve("mine.html");
    Terminal run =
        curtail(
            "reproduce",
            "kwiken",
            "--workflow",
            file,
            "--requests",
            400,
            "--repeats",
            2,
            "--out",
            page,
            "--json");
    Results results = whole(run, page);
    assertThat(results.settings()).containsEntry("workflows", "shop");
    assertThat(results.command()).contains("--workflow " + file);
    assertThat(Files.readString(page)).contains("Figure 11").doesNotContain("0 cores");
  }

  @Test
  void mistakesOfTheFileAndOfTheExperimentAreNamed() throws IOException {
    Path broken =
        Files.writeString(
            folder.resolve("broken.json"),
            "{\"format\":\"curtail-workflow/1\",\"name\":\"x\",\"stages\":[]}");
    Terminal misused = curtail("reproduce", "kwiken", "--workflow", broken);
    assertThat(misused.exitCode()).as(misused.err()).isEqualTo(2);
    assertThat(misused.complaint()).contains("broken.json");
    Terminal other = curtail("reproduce", "reissue", "--workflow", workflow());
    assertThat(other.exitCode()).isEqualTo(2);
    assertThat(other.complaint()).contains("--workflow: reissue has no workflows");
    Terminal missing = curtail("reproduce", "kwiken", "--workflow", folder.resolve("none.json"));
    assertThat(missing.exitCode()).isEqualTo(2);
    assertThat(missing.complaint()).contains("none.json");
  }
}
