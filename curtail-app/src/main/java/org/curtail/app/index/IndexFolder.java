package org.curtail.app.index;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.curtail.app.terminal.Failure;
import org.curtail.app.terminal.Misuse;

/**
 * The place of an index that is whole or absent: written in a hidden folder beside it and renamed
 * at the end.
 */
record IndexFolder(Path folder, Path partial) {
  private static final Pattern LUCENE_FILE = Pattern.compile("segments_.*|_.*|write\\.lock");

  static IndexFolder of(Path folder) {
    Path absolute = folder.toAbsolutePath().normalize();
    Path name = absolute.getFileName();
    if (name == null) {
      throw new Misuse(folder + ": expected a folder for the index, found a whole file system");
    }
    return new IndexFolder(folder, absolute.resolveSibling("." + name + ".partial"));
  }

  /**
   * Makes sure that the index can be put there, before any work is done for it.
   *
   * @throws Misuse if the folder holds something that must not be replaced, or cannot be written
   */
  void check(boolean overwrite) {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new Misuse(folder + ": expected a folder for the index, found a file");
    }
    try {
      List<Path> present = files(folder);
      if (!present.isEmpty() && !overwrite) {
        throw new Misuse(
            folder + ": expected an empty folder; choose another --out or add --overwrite");
      }
      // --overwrite with a wrong folder must not cost anyone their files.
      for (Path file : present) {
        if (Files.isDirectory(file)
            || !LUCENE_FILE.matcher(String.valueOf(file.getFileName())).matches()) {
          throw new Misuse(
              "%s: --overwrite replaces an index only, and %s does not belong to one"
                  .formatted(folder, file.getFileName()));
        }
      }
      Files.createDirectories(partial);
    } catch (IOException e) {
      throw new Misuse(folder + ": cannot be written: " + Failure.reason(e), e);
    }
  }

  /** Puts the finished index in its place. */
  void publish() throws IOException {
    Files.deleteIfExists(partial.resolve("write.lock"));
    if (Files.isDirectory(folder)) {
      delete(folder);
    }
    Files.move(partial, folder, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Deletes what was written so far. */
  void discard() throws IOException {
    delete(partial);
  }

  private static void delete(Path folder) throws IOException {
    for (Path file : files(folder)) {
      Files.deleteIfExists(file);
    }
    Files.deleteIfExists(folder);
  }

  private static List<Path> files(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }
}
