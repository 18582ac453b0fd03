package org.curtail.benchkit.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A folder with all that it holds. */
public final class FolderTree {
  private FolderTree() {}

  /**
   * Removes a folder that is there, what it holds first. Links are removed, not what they lead to.
   *
   * @throws IOException if the folder is not there, or something cannot be removed; what came
   *     before is gone
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
