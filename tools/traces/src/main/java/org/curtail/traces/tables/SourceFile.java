package org.curtail.traces.tables;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.Misuse;
import org.curtail.traces.read.SpanFile;

/**
 * A file of which a recording was made, as it was then.
 *
 * @param file absolute, so that the same name means the same file
 * @param ofFolder whether it was found in a folder
 * @param bytes its size
 * @param modifiedMillis when it was last written, since 1970
 */
record SourceFile(String file, boolean ofFolder, long bytes, long modifiedMillis) {
  /** Files as they are now. */
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
      throw new Misuse(file.path() + ": cannot be read: " + Failure.reason(e), e);
    }
  }
}
