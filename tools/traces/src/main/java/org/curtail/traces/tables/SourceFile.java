package org.curtail.traces.tables;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.traces.read.SpanFile;

/**
 * A source file of a recording, with its state at the import.
 *
 * @param file absolute path
 * @param ofFolder true if the file was found in a folder
 * @param bytes size
 * @param modifiedMillis time of the last change, since 1970
 */
record SourceFile(String file, boolean ofFolder, long bytes, long modifiedMillis) {
  /** Returns the current state of files. */
  static List<SourceFile> of(List<SpanFile> files) {
    return files.stream().map(SourceFile::of).toList();
  }

  private static SourceFile of(SpanFile file) {
    try {
      return new SourceFile(
          file.path().toAbsolutePath().normalize().toString(),
          file.ofFolder(),
          Files.size(file.path()),
          Files.getLastModifiedTime(file.path()).toMillis());
    } catch (IOException e) {
      throw new UsageError(file.path() + ": cannot be read: " + Failure.reason(e), e);
    }
  }
}
