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
 * Folders that a command replaces. It replaces only what it made itself, so that a wrong name costs
 * nobody their files.
 */
public final class OutputFolder {
  private OutputFolder() {}

  /**
   * Rejects a folder that holds anything else than what the command makes.
   *
   * @param what may be replaced, as in "an index"
   * @param isOurs whether the command makes such a file or folder; asked with its path within the
   *     folder
   * @throws Misuse if the place is no folder, holds something else, or cannot be read
   */
  public static void check(Path folder, String what, Predicate<Path> isOurs) {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!Files.isDirectory(folder)) {
      throw new Misuse("%s: expected a folder with %s, found a file".formatted(folder, what));
    }
    List<Path> all;
    try (Stream<Path> inside = Files.walk(folder.toRealPath())) {
      Path root = folder.toRealPath();
      all = inside.skip(1).map(root::relativize).sorted().toList();
    } catch (IOException | UncheckedIOException e) {
      throw new Misuse(folder + ": cannot be read: " + Failure.reason(e), e);
    }
    for (Path each : all) {
      if (!isOurs.test(each)) {
        throw new Misuse(
            "%s: only %s is replaced, and %s does not belong to one".formatted(folder, what, each));
      }
    }
  }
}
