package org.curtail.benchkit.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFileTest {
  @TempDir private Path folder;

  private List<Path> left() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  @Test
  void aLinkWhereAPartialFileStoodIsNotFollowed() throws IOException {
    Path victim = Files.writeString(folder.resolve("victim"), "mine");
    Path link =
        Files.createSymbolicLink(folder.resolve(".plan.json.partial"), victim.getFileName());
    Path file = folder.resolve("plan.json");
    OutputFile.write(file, writer -> writer.write("new"));
    assertThat(victim).hasContent("mine");
    assertThat(file).hasContent("new");
    assertThat(left()).containsExactly(link, file, victim);
  }

  @Test
  void whoMayReadAFileIsNotChangedByReplacingIt() throws IOException {
    Path file = Files.writeString(folder.resolve("secret"), "old");
    for (String mode : List.of("rw-------", "rw-r-----", "rw-rw-rw-")) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
      OutputFile.write(
          file,
          writer -> {
            // The old content stays even during the writing.
            for (Path partial : left()) {
              assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(partial)))
                  .isEqualTo(mode);
            }
            writer.write("new");
          });
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo(mode);
    }
    Path fresh = folder.resolve("fresh");
    OutputFile.write(fresh, writer -> writer.write("new"));
    Path usual = Files.createFile(folder.resolve("usual"));
    assertThat(Files.getPosixFilePermissions(fresh))
        .isEqualTo(Files.getPosixFilePermissions(usual));
  }

  @Test
  void pipesAndDevicesAreNotReplacedAndLinksLeadWhereTheyLed() throws Exception {
    Path pipe = folder.resolve("pipe");
    int made = new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start().waitFor();
    assertThat(made).isZero();
    for (Path special : List.of(pipe, Path.of("/dev/null"))) {
      for (boolean overwrite : List.of(true, false)) {
        assertThatThrownBy(() -> OutputFile.check(special, overwrite))
            .isInstanceOf(UsageError.class)
            .hasMessageContaining(special + ": expected a file to write, found a pipe or a device");
      }
      assertThatThrownBy(() -> OutputFile.write(special, writer -> writer.write("new")))
          .hasMessageContaining("found a pipe or a device");
      assertThat(Files.exists(special) && !Files.isRegularFile(special)).isTrue();
    }
    Path file = Files.writeString(folder.resolve("file"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link"), file.getFileName());
    OutputFile.write(link, writer -> writer.write("new"));
    assertThat(file).hasContent("new");
    assertThat(Files.isSymbolicLink(link)).isTrue();
  }

  @Test
  void ofTwoWritersEachWritesAWholeFile() throws Exception {
    Path file = folder.resolve("file");
    var bothWrite = new CountDownLatch(2);
    List<Thread> writers = new ArrayList<>();
    List<Throwable> failures = java.util.Collections.synchronizedList(new ArrayList<>());
    for (String content : List.of("a", "b")) {
      writers.add(
          Thread.ofPlatform()
              .uncaughtExceptionHandler((thread, failure) -> failures.add(failure))
              .start(() -> {
                try {
                  OutputFile.write(
                      file,
                      writer -> {
                        writer.write(content.repeat(50_000));
                        bothWrite.countDown();
                        await(bothWrite);
                        writer.write(content.repeat(50_000));
                      });
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              }));
    }
    for (Thread writer : writers) {
      writer.join();
    }
    assertThat(failures).isEmpty();
    assertThat(Files.readString(file)).matches("a{100000}|b{100000}");
    assertThat(left()).containsExactly(file);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  @Test
  void aLongNameLeavesRoomForThePartialOne() throws IOException {
    Path file = folder.resolve("n".repeat(255));
    OutputFile.write(file, writer -> writer.write("new"));
    assertThat(file).hasContent("new");
  }

  @Test
  void ifWritingFailsThePlaceKeepsWhatItHad() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "old");
    assertThatThrownBy(() ->
            OutputFile.write(
                file,
                writer -> {
                  writer.write("half");
                  throw new IOException("No space left on device");
                }))
        .hasMessage(file + ": cannot be written: No space left on device");
    assertThat(file).hasContent("old");
    assertThat(left()).containsExactly(file);
  }
}
