package org.curtail.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.benchkit.results.SampleResults;
import org.curtail.benchkit.terminal.Failure;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ReportCommandTest {
  @TempDir Path folder;
  private Path results;
  private final StringWriter complaints = new StringWriter();

  @BeforeEach
  void writeResults() throws IOException {
    results = folder.resolve("results.json");
    try (var writer = Files.newBufferedWriter(results)) {
      ResultsFile.write(SampleResults.twoCores(), writer);
    }
  }

  @Test
  void pageAndPictureAreWritten() throws IOException {
    Path page = folder.resolve("new/report.html");
    Path picture = folder.resolve("latency.svg");

    int exitCode = report(results, results, "--out", page);
    int pictureExitCode = report(results, "--picture", picture);

    assertThat(exitCode).isZero();
    assertThat(pictureExitCode).isZero();
    assertThat(Files.readString(page)).startsWith("<!DOCTYPE html>").contains("result-2");
    assertThat(Files.readString(picture)).startsWith("<svg");
  }

  @Test
  void nothingAskedForIsMisuse() {
    assertThat(report(results)).isEqualTo(2);
    assertThat(complaints)
        .hasToString(
            "--out FILE or --picture FILE is missing: expected the file for the report or the picture,"
                + " or both\n");
  }

  @Test
  void aFileThatIsThereIsKeptUnlessAskedOtherwise() throws IOException {
    Path page = Files.writeString(folder.resolve("report.html"), "mine");

    assertThat(report(results, "--out", page)).isEqualTo(2);
    assertThat(page).hasContent("mine");
    assertThat(report(results, "--out", page, "--overwrite")).isZero();
  }

  @Test
  void resultsAreNeverOverwritten() {
    assertThat(report(results, "--out", results, "--overwrite")).isEqualTo(2);
    assertThat(complaints).hasToString(results + ": this is a result file; choose another file\n");
  }

  @Test
  void brokenResultsAreMisuseAndLeaveNothingBehind() throws IOException {
    Files.writeString(results, "{}");
    Path page = folder.resolve("report.html");

    assertThat(report(results, "--out", page)).isEqualTo(2);
    assertThat(complaints).hasToString(results + ":1: expected the field \"format\", found none\n");
    assertThat(page).doesNotExist();
  }

  @Test
  void resultsThatCannotBeAreMisuseAndLeaveNothingBehind() throws IOException {
    String good = Files.readString(results);
    Path page = folder.resolve("report.html");
    String[][] impossible = {
      {
        "\"requests\" : 12000",
        "\"requests\" : -12000",
        "runs[0]: requests must be at least 0: -12000"
      },
      {"\"load\" : 0.3", "\"load\" : -0.3", "runs[0]: load must be at least 0: -0.3"},
      {"\"percentile\" : 10.0", "\"percentile\" : 150.0", "a percentile from 0 to 100"},
      {"\"maxDegree\" : 2,", "\"maxDegree\" : 0,", "maxDegree of at least 1"},
      {"curtail-results/1", "curtail-capacity/1", "report does not draw them"},
    };
    for (String[] change : impossible) {
      assertThat(good).contains(change[0]);
      int at = good.indexOf(change[0]);
      Files.writeString(
          results, good.substring(0, at) + change[1] + good.substring(at + change[0].length()));
      complaints.getBuffer().setLength(0);

      assertThat(report(results, "--out", page)).as(change[1]).isEqualTo(2);
      assertThat(complaints.toString()).startsWith(results + ":").contains(change[2]);
      assertThat(page).doesNotExist();
    }
  }

  @Test
  void aPictureShowsOneResult() {
    assertThat(report(results, results, "--picture", folder.resolve("a.svg"))).isEqualTo(2);
  }

  private int report(Object... arguments) {
    var commandLine = new CommandLine(new ReportCommand());
    commandLine.setErr(new PrintWriter(complaints, true));
    commandLine.setExecutionExceptionHandler((failure, command, parsed) -> {
      complaints.append(Failure.reason(failure)).append('\n');
      return 2;
    });
    String[] texts = new String[arguments.length];
    for (int i = 0; i < arguments.length; i++) {
      texts[i] = arguments[i].toString();
    }
    return commandLine.execute(texts);
  }
}
