package org.curtail.cli.lucene;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.Version;
import org.curtail.benchkit.search.Fields;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.UsageError;

/**
 * A Lucene index open for reading, its files mapped into memory. Safe for several threads.
 *
 * @param folder folder of the index
 * @param reader reader of the last commit
 * @param analysis analysis of text in the index, if the index records it
 */
public record OpenIndex(Path folder, DirectoryReader reader, Optional<Analysis> analysis)
    implements AutoCloseable {

  /**
   * Opens an index.
   *
   * @throws UsageError if the folder is missing, has no index, or the index is damaged, empty or of
   *     an unsupported version of Lucene
   * @throws IOException if the disk fails
   */
  public static OpenIndex open(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new UsageError(
          folder
              + ": expected the folder of a Lucene index, found "
              + (Files.exists(folder) ? "a file" : "nothing"));
    }
    Directory directory = FSDirectory.open(folder);
    boolean opened = false;
    try {
      DirectoryReader reader = open(folder, directory);
      if (reader.numDocs() == 0) {
        reader.close();
        throw new UsageError(folder + ": expected an index with documents, found an empty one");
      }
      var index = new OpenIndex(folder, reader, recordedAnalysis(reader));
      opened = true;
      return index;
    } finally {
      if (!opened) {
        directory.close();
      }
    }
  }

  /** True if a path is a folder with a Lucene index, complete or not. */
  public static boolean isAt(Path path) {
    return IndexFolder.holdsIndex(path);
  }

  private static DirectoryReader open(Path folder, Directory directory) throws IOException {
    try {
      return DirectoryReader.open(directory);
    } catch (IndexNotFoundException e) {
      throw new UsageError(
          folder + ": expected a Lucene index, found a folder without segments file", e);
    } catch (IndexFormatTooOldException e) {
      throw new UsageError(version(folder, "an older version: " + Failure.reason(e)), e);
    } catch (IndexFormatTooNewException e) {
      throw new UsageError(version(folder, "a newer version: " + Failure.reason(e)), e);
    } catch (CorruptIndexException e) {
      Throwable reason = e.getCause() == null ? e : e.getCause();
      throw new UsageError(folder + ": the index is damaged: " + Failure.reason(reason), e);
    } catch (EOFException e) {
      throw new UsageError(folder + ": the index is damaged: a file is cut short", e);
    } catch (NoSuchFileException e) {
      throw new UsageError(folder + ": the index is damaged: " + Failure.reason(e), e);
    } catch (IllegalArgumentException e) {
      // An unknown codec, from a plugin or a distant version.
      throw new UsageError(version(folder, "something else: " + Failure.reason(e)), e);
    }
  }

  private static String version(Path folder, String found) {
    return "%s: expected an index of Lucene %d or %d, found one made by %s"
        .formatted(folder, Version.MIN_SUPPORTED_MAJOR, Version.LATEST.major, found);
  }

  private static Optional<Analysis> recordedAnalysis(DirectoryReader reader) throws IOException {
    String label = reader.getIndexCommit().getUserData().get(Fields.ANALYZER_KEY);
    try {
      return Optional.ofNullable(label).map(Analysis::parse);
    } catch (IllegalArgumentException e) {
      throw new UsageError(
          "the index was made with an analyzer that this version does not have: " + label, e);
    }
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(reader, reader.directory());
  }
}
