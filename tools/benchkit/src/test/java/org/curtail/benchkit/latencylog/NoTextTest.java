package org.curtail.benchkit.latencylog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.curtail.benchkit.files.InputLines;
import org.curtail.benchkit.terminal.UsageError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are no logs, however large. */
class NoTextTest {
  @TempDir private Path folder;

  private static void assertRefused(Path file, String message) {
    assertThatThrownBy(
            () -> LatencyLog.read(file, LogColumns.UNSAID, (first, second, weight) -> {}))
        .isInstanceOf(UsageError.class)
        .hasMessage(message, file);
    assertThatThrownBy(() -> TimedLog.read(file, LogColumns.UNSAID))
        .isInstanceOf(UsageError.class)
        .hasMessage(message, file);
  }

  @Test
  void tenGigabytesOfNothingAreRefusedAtTheFirstByte() throws IOException {
    Path file = folder.resolve("sparse.log");
    try (var sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(10L << 30);
    }
    assertRefused(file, "%s: expected text, found binary data: byte 1 is 0");
  }

  @Test
  void aHoleBehindTheFirstLinesIsNotReadToItsEnd() throws IOException {
    Path file = folder.resolve("hole.csv");
    Files.writeString(file, "latency_ms\n" + "12.5\n".repeat(1_000));
    try (var sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(10L << 30);
    }
    assertThatThrownBy(
            () -> LatencyLog.read(file, LogColumns.UNSAID, (first, second, weight) -> {}))
        .isInstanceOf(UsageError.class)
        .hasMessageStartingWith(file + ": expected text, found binary data behind line 1,001: ");
    try (InputLines lines = InputLines.open(file)) {
      assertThatThrownBy(
              () -> {
                while (lines.next()) {
                  // Up to the hole.
                }
              })
          .isInstanceOf(UsageError.class);
      assertThat(lines.next()).as("whether a reader that goes on finds an end").isFalse();
    }
  }

  @Test
  void aNamedPipeIsNotWaitedFor() throws IOException, InterruptedException {
    Path pipe = folder.resolve("pipe.log");
    assumeThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    assertRefused(
        pipe,
        "%s: expected a file, found a named pipe or a socket; /dev/stdin reads what another program writes");
  }

  @Test
  void otherEncodingsAndBinaryFilesAreNamed() throws IOException {
    assertRefused(
        Files.write(folder.resolve("a.csv"), "latency_ms\n5\n".getBytes(StandardCharsets.UTF_16)),
        "%s: expected text in UTF-8, found UTF-16; iconv -f UTF-16 -t UTF-8 makes such a file");
    byte[] picture = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 0, 0, 13};
    assertRefused(
        Files.write(folder.resolve("b.log"), picture),
        "%s: expected text, found binary data: byte 9 is 0");
  }
}
