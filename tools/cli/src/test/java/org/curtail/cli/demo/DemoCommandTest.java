package org.curtail.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.curtail;

import java.nio.file.Files;
import java.nio.file.Path;
import org.curtail.cli.Terminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class DemoCommandTest {
  @TempDir Path folder;

  @Test
  void theFullDemoLimitsNoDocumentsAndEndsWithTheFirstStepThatFails() throws Exception {
    Path text = Files.createDirectory(folder.resolve("text"));
    Files.writeString(text.resolve("one.txt"), "1");

    Terminal run = curtail("demo", "--documents", text, "--out", folder.resolve("demo"));

    assertThat(run.err())
        .contains("$ ./curtail index", "$ ./curtail queries")
        .doesNotContain("--limit", "$ ./curtail profile");
    assertThat(folder.resolve("demo").resolve("index")).isDirectory();
    assertThat(run.exitCode()).isNotZero();
  }
}
