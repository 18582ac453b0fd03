package org.curtail.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.curtail;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.curtail.autopilot.AutomaticJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file of each format, as the command wrote it before packages had other names, is read. */
class EarlierFilesTest {
  @TempDir private Path folder;

  private static String text(String name) throws IOException {
    try (InputStream in = EarlierFilesTest.class.getResourceAsStream("/earlier/" + name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private String file(String name) throws IOException {
    return Files.writeString(folder.resolve(name), text(name)).toString();
  }

  @Test
  void profilesAndIntervalTablesAreRead() throws IOException {
    String profile = file("profile-1.json");
    String table = file("interval-table-1.json");
    assertDone(
        curtail(
            "simulate",
            "--profile",
            profile,
            "--table",
            table,
            "--cores",
            "2",
            "--policies",
            "sequential,few-to-many",
            "--load",
            "0.5",
            "--requests",
            "300"));
  }

  @Test
  void plansOfReissueAreRead() throws IOException {
    assertDone(curtail("export", file("reissue-1.json"), "--to", "grpc"));
  }

  @Test
  void workflowsAndTheirPlansAreRead() throws IOException {
    assertDone(
        curtail(
            "workflow",
            "simulate",
            file("workflow-1.json"),
            "--plan",
            file("workflow-plan-1.json"),
            "--utilisation",
            "0.3",
            "--requests",
            "1000"));
  }

  @Test
  void resultsAreRead() throws IOException {
    String page = folder.resolve("report.html").toString();
    assertDone(curtail("report", file("results-1.json"), "--out", page));
  }

  @Test
  void whatAnAutomaticEngineKnewIsRead() throws IOException {
    String known = text("automatic-1.json");
    assertThat(AutomaticJson.read(new StringReader(known), "automatic-1.json")).isNotNull();
  }
}
