package org.curtail.papers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.curtail.cli.StopSignalTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Commands of research that are stopped. */
class ResearchStopTest {
  @TempDir Path folder;

  @Test
  @Tag("long")
  @Execution(ExecutionMode.CONCURRENT)
  void aStoppedReproductionWritesNothing() throws Exception {
    Path page = folder.resolve("reproduced.html");
    StopSignalTest.Stopped reproducing =
        StopSignalTest.stopAfter(
            "step 1: ([1-9]\\d*) of", "reproduce", "few-to-many-lucene", "--out", page);
    assertThat(reproducing.exitCode()).as(reproducing.said()).isEqualTo(130);
    assertThat(reproducing.said()).contains("stopped; nothing was written");
    assertThat(page).doesNotExist();
  }

  /** No signal is heard here, so nothing can be written in the end. */
  @Test
  @Tag("long")
  @Execution(ExecutionMode.CONCURRENT)
  void aKilledAutomaticHasWrittenThePointsThatWereFinished() throws Exception {
    Path written = folder.resolve("automatic.json");
    StopSignalTest.Stopped measuring =
        StopSignalTest.endAfter(
            ProcessHandle::destroyForcibly,
            "automatic: ([2-9]) of",
            "automatic",
            "--parts",
            "steady",
            "--profile",
            "few-to-many-lucene",
            "--cores",
            2,
            "--loads",
            "0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9",
            "--requests",
            4_000,
            "--out",
            written);
    assertThat(measuring.exitCode()).as(measuring.said()).isEqualTo(128 + 9);
    assertThat(Files.readString(written)).contains("\"interrupted\"");
  }
}
