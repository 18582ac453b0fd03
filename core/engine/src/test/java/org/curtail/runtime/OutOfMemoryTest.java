package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The {@link HostileService}, a program of its own with a heap of 48 MB. */
class OutOfMemoryTest {
  private static final int GRACE_SECONDS = 300;

  @TempDir Path folder;

  @Test
  void aServiceWhoseMemoryRunsOutAgainAndAgainLosesNothing() throws Exception {
    isWhole(Cases.count(1, 6));
  }

  /** As long as {@link SoakStress}, and after it. */
  @Test
  @Tag("soak")
  void aHostileServiceLosesNothingForMinutes() throws Exception {
    isWhole(60 * Double.parseDouble(System.getProperty("soak.minutes", "10")));
  }

  private void isWhole(double seconds) throws Exception {
    Path out = folder.resolve("out.txt");
    Process service =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx48m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    HostileService.class.getName(),
                    String.valueOf(seconds)))
            .redirectOutput(out.toFile())
            .redirectError(new File("/dev/null"))
            .start();
    boolean ended = service.waitFor(Math.round(seconds) + GRACE_SECONDS, TimeUnit.SECONDS);
    if (!ended) {
      service.destroyForcibly().waitFor();
    }
    String said = Files.readString(out, StandardCharsets.UTF_8);
    System.out.print(said);
    assertThat(ended).as("it ends by itself: %s", said).isTrue();
    assertThat(service.exitValue()).as(said).isZero();
    assertThat(said).endsWith("whole\n").doesNotContain("WRONG");
  }
}
