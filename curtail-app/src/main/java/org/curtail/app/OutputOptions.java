package org.curtail.app;

import java.nio.file.Path;
import org.curtail.app.terminal.Misuse;
import org.curtail.app.terminal.OutputFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the one file goes that a command makes, and whether a file there may be replaced. */
final class OutputOptions {
  @Option(names = "--out", paramLabel = "FILE", description = "Where the result goes.")
  @Nullable Path out;

  @Option(names = "--overwrite", description = "Replace files that are already there.")
  boolean overwrite;

  /**
   * The file of {@code --out}, which can be written.
   *
   * @param what will be in it, for messages: "the profile"
   * @throws Misuse if it was not given or cannot be written
   */
  Path required(String what) {
    if (out == null) {
      throw new Misuse("--out: expected a file for " + what + ", found none");
    }
    OutputFile.check(out, overwrite);
    return out;
  }

  /** Rejects a file that was given and cannot be written. */
  void check(@Nullable Path file) {
    if (file != null) {
      OutputFile.check(file, overwrite);
    }
  }
}
