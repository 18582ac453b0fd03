package org.curtail.cli.lucene;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.lucene.store.LockObtainFailedException;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.OutputFolder;
import org.curtail.benchkit.terminal.UsageError;

/**
 * The place of an index that is complete or absent. The index is written in a hidden folder beside
 * it, and renamed at the end.
 */
public record IndexFolder(Path folder, Path partial) {
  private static final Pattern LUCENE_FILE = Pattern.compile("segments_.*|_.*|write\\.lock");

  private static final Pattern SEGMENTS_FILE = Pattern.compile("segments_[0-9a-z]+");

  public static IndexFolder of(Path folder) {
    Path absolute = folder.toAbsolutePath().normalize();
    Path name = absolute.getFileName();
    if (name == null) {
      throw new UsageError(folder + ": expected a folder for the index, found a whole file system");
    }
    return new IndexFolder(folder, absolute.resolveSibling("." + name + ".partial"));
  }

  /**
   * Rejects a place where the index cannot be written, before any work is done for it.
   *
   * @throws UsageError if the folder has content that must not be replaced, or cannot be written
   */
  private void check(boolean overwrite) {
    try {
      if (!overwrite && !files(folder).isEmpty()) {
        throw new UsageError(
            folder + ": expected an empty folder; choose another --out or add --overwrite");
      }
      checkReplaceable(folder);
      checkReplaceable(partial);
      if (Files.isSymbolicLink(partial)) {
        throw new UsageError(
            partial + ": expected a folder of an index in the making, found a link");
      }
      Files.createDirectories(partial);
    } catch (IOException e) {
      throw new UsageError(folder + ": cannot be written: " + Failure.reason(e), e);
    }
  }

  private static void checkReplaceable(Path place) {
    OutputFolder.check(
        place,
        "an index",
        file ->
            LUCENE_FILE.matcher(file.toString()).matches()
                && !Files.isDirectory(place.resolve(file)));
  }

  /** True if a folder has a Lucene index, complete or not. */
  static boolean holdsIndex(Path folder) {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try {
      return files(folder).stream()
          .anyMatch(file -> SEGMENTS_FILE.matcher(String.valueOf(file.getFileName())).matches());
    } catch (IOException e) {
      return false;
    }
  }

  /** Writes an index into an existing, empty folder. */
  @FunctionalInterface
  public interface Writing<T> {
    T write(Path partial) throws IOException;
  }

  /**
   * Writes an index that appears in its place complete or not at all.
   *
   * @throws UsageError if the folder has content that must not be replaced, or cannot be written
   * @throws IOException if writing fails; the message names the folder
   */
  public <T> T fill(boolean overwrite, Writing<T> writing) throws IOException {
    check(overwrite);
    boolean published = false;
    try {
      T result = writing.write(partial);
      publish();
      published = true;
      return result;
    } catch (LockObtainFailedException e) {
      published = true; // by the other process, which owns the partial folder
      throw new UsageError(folder + ": another process is making this index", e);
    } catch (IOException e) {
      throw new IOException(folder + ": cannot be written: " + Failure.reason(e), e);
    } finally {
      if (!published) {
        discard();
      }
    }
  }

  private void publish() throws IOException {
    Files.deleteIfExists(partial.resolve("write.lock"));
    if (Files.isDirectory(folder)) {
      delete(folder);
    }
    Files.move(partial, folder, StandardCopyOption.ATOMIC_MOVE);
  }

  private void discard() throws IOException {
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
