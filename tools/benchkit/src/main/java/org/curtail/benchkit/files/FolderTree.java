package org.curtail.benchkit.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Deletion of a folder with its content. */
public final class FolderTree {
  private FolderTree() {}

  /**
   * Deletes a folder and its content. Links are removed, not their targets.
   *
   * @throws IOException if the folder does not exist, or an entry cannot be removed; entries before
   *     it are gone
   */
  public static void delete(Path folder) throws IOException {
    List<Path> parentsFirst;
    try (Stream<Path> all = Files.walk(folder)) {
      parentsFirst = all.toList();
    }
    for (Path each : parentsFirst.reversed()) {
      Files.deleteIfExists(each);
    }
  }
}
