package org.curtail.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoStepsTest {
  @TempDir Path folder;

  private Path profile;
  private Path live;
  private Path emulated;
  private Path report;
  private DemoSteps steps;

  @BeforeEach
  void finishAllSteps() throws IOException {
    profile = Files.createFile(folder.resolve("profile of mine.json"));
    live = Files.createFile(folder.resolve("live.json"));
    emulated = Files.createFile(folder.resolve("live.json.emulated"));
    report = Files.createFile(folder.resolve("report.html"));
    Path home = Files.createDirectory(folder.resolve("demo"));
    steps = DemoSteps.in(home);
    steps.finish(profile, List.of("profile", "--out", profile.toString()));
    steps.finish(live, List.of("bench", "--profile", profile.toString()));
    steps.finish(emulated, List.of("bench", "--profile", profile.toString(), "--cores", "16"));
    steps.finish(report, List.of("report", live.toString(), emulated.toString()));
  }

  private boolean isFinished(Path output, Object... words) {
    return steps.isFinished(output, StepLine.line(words).words());
  }

  @Test
  void whatIsMadeAnewTakesAlongWhatWasMadeOfItAndNothingElse() throws IOException {
    steps.forget(live);

    assertThat(isFinished(live, "bench", "--profile", profile)).isFalse();
    assertThat(isFinished(report, "report", live, emulated)).isFalse();
    assertThat(isFinished(profile, "profile", "--out", profile)).isTrue();
    assertThat(isFinished(emulated, "bench", "--profile", profile, "--cores", 16)).isTrue();
  }

  @Test
  void whatWasMadeOfWhatWasMadeOfItGoesToo() throws IOException {
    steps.forget(profile);

    assertThat(isFinished(live, "bench", "--profile", profile)).isFalse();
    assertThat(isFinished(emulated, "bench", "--profile", profile, "--cores", 16)).isFalse();
    assertThat(isFinished(report, "report", live, emulated)).isFalse();
  }

  @Test
  void whatWasForgottenStaysSoInTheFile() throws IOException {
    steps.forget(live);

    steps = DemoSteps.in(folder.resolve("demo"));
    assertThat(isFinished(report, "report", live, emulated)).isFalse();
    assertThat(isFinished(profile, "profile", "--out", profile)).isTrue();
  }
}
