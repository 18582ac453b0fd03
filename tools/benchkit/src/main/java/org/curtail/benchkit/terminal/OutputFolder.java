package org.curtail.benchkit.terminal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Checks of folders that a command replaces. The command replaces only its own files, so a wrong
 * name destroys no other files.
 */
public final class OutputFolder {
  private OutputFolder() {}

  /**
   * Rejects a folder with foreign content.
   *
   * @param what kind of the folder: "an index"
   * @param isOurs true for the path, within the folder, of a file or folder of the command
   * @throws UsageError if the place is no folder, has foreign content, or cannot be read
   */
  public static void check(Path folder, String what, Predicate<Path> isOurs) {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!Files.isDirectory(folder)) {
      throw new UsageError("%s: expected a folder with %s, found a file".formatted(folder, what));
    }
    List<Path> all;
    try (Stream<Path> inside = Files.walk(folder.toRealPath())) {
      Path root = folder.toRealPath();
      all = inside.skip(1).map(root::relativize).sorted().toList();
    } catch (IOException | UncheckedIOException e) {
      throw new UsageError(folder + ": cannot be read: " + Failure.reason(e), e);
    }
    for (Path each : all) {
      if (!isOurs.test(each)) {
        throw new UsageError(
            "%s: only %s is replaced, and %s does not belong to one".formatted(folder, what, each));
      }
    }
  }
}
