package org.curtail.benchkit.terminal;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFolderTest {
  @TempDir private Path folder;

  private static void check(Path place) {
    OutputFolder.check(place, "a stack of cards", file -> file.toString().endsWith("card"));
  }

  @Test
  void whatIsNotThereOrIsOursMayBeReplaced() throws IOException {
    assertThatCode(() -> check(folder.resolve("new"))).doesNotThrowAnyException();
    assertThatCode(() -> check(folder)).doesNotThrowAnyException();
    Files.writeString(folder.resolve("one.card"), "1");
    assertThatCode(() -> check(folder)).doesNotThrowAnyException();
  }

  @Test
  void aFileAndAForeignFileHoweverDeepMayNot() throws IOException {
    Path file = Files.writeString(folder.resolve("one"), "1");
    assertThatThrownBy(() -> check(file))
        .isInstanceOf(UsageError.class)
        .hasMessage(file + ": expected a folder with a stack of cards, found a file");
    Files.delete(file);
    Path inner = Files.createDirectories(folder.resolve("a.card"));
    Files.writeString(inner.resolve("notes.txt"), "n");
    assertThatThrownBy(() -> check(folder))
        .isInstanceOf(UsageError.class)
        .hasMessage(
            folder
                + ": only a stack of cards is replaced, and "
                + Path.of("a.card", "notes.txt")
                + " does not belong to one");
  }

  @Test
  void aLinkToAForeignFolderMayNotBeReplacedEither() throws IOException {
    Path foreign = Files.createDirectories(folder.resolve("foreign"));
    Files.writeString(foreign.resolve("notes.txt"), "n");
    Path link = Files.createSymbolicLink(folder.resolve("link"), foreign);
    assertThatThrownBy(() -> check(link))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining("notes.txt");
  }
}
