package org.curtail.diagnose.pause;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** With a kernel that says what the test wants, and on this machine. */
@Timeout(60)
class StopWitnessTest {
  private static void schedstat(Path procRoot, long slices) {
    says(procRoot, "510676 14798117 %d\n".formatted(slices));
  }

  private static void says(Path procRoot, String text) {
    try {
      Path folder = Files.createDirectories(procRoot.resolve("thread-self"));
      Files.writeString(folder.resolve("schedstat"), text);
      stat(procRoot, 'S');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void stat(Path procRoot, char state) throws IOException {
    Path file = procRoot.resolve("thread-self").resolve("stat");
    Files.writeString(file, "7 (a) R (b) %s 1 2 3\n".formatted(state));
  }

  /** The file is not open at once. */
  private static void awaitRan(StopWitness witness, Path procRoot) {
    Eventually.is(
        "it ran",
        () -> {
          schedstat(procRoot, System.nanoTime());
          return witness.ran();
        });
  }

  @Test
  void aThreadThatWaitsForACoreIsAboutToRunAndThatIsToldOnce(@TempDir Path procRoot)
      throws Exception {
    schedstat(procRoot, 1);
    try (var witness = StopWitness.start(procRoot)) {
      awaitRan(witness, procRoot);
      schedstat(procRoot, Long.MAX_VALUE / 100);
      assertThat(witness.ran()).isTrue();
      assertThat(witness.isAboutToRun()).isFalse();
      stat(procRoot, 'R');
      assertThat(witness.isAboutToRun()).isTrue();
      schedstat(procRoot, Long.MAX_VALUE / 100 + 1);
      assertThat(witness.ran()).isFalse();
      schedstat(procRoot, Long.MAX_VALUE / 100 + 2);
      assertThat(witness.ran()).isTrue();
    }
  }

  @Test
  void aThreadThatWasCountedAgainHasRun(@TempDir Path procRoot) {
    schedstat(procRoot, 1);
    try (var witness = StopWitness.start(procRoot)) {
      awaitRan(witness, procRoot);
      assertThat(witness.ran()).isFalse();
      schedstat(procRoot, Long.MAX_VALUE / 100);
      assertThat(witness.ran()).isTrue();
      assertThat(witness.ran()).isFalse();
    }
  }

  @Test
  void whereTheKernelSaysNothingNoStopIsSure(@TempDir Path procRoot) {
    try (var witness = StopWitness.start(procRoot)) {
      assertThat(witness.ran()).isFalse();
    }
    says(procRoot, "1 2\n");
    try (var witness = StopWitness.start(procRoot)) {
      assertThat(witness.ran()).isFalse();
      assertThat(witness.ran()).isFalse();
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void pausesOfTheJvmLetItSleep() {
    try (var witness = StopWitness.start(Path.of("/proc"))) {
      // Until it sleeps.
      Eventually.is("it sleeps", () -> sleeps() && !witness.ran());
      witness.ran();
      for (int i = 0; i < 5; i++) {
        System.gc();
        assertThat(Thread.getAllStackTraces()).isNotEmpty();
      }
      assertThat(witness.ran()).isFalse();
    }
  }

  private static boolean sleeps() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("curtail-stop-witness"))
        .allMatch(thread -> thread.getState() == Thread.State.WAITING);
  }
}
