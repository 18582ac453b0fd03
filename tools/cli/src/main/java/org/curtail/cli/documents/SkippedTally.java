package org.curtail.cli.documents;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.terminal.UsageError;

/** Counts lines and files left out in one reading of a source. Not thread-safe. */
final class SkippedTally {
  private static final int EXAMPLES = 3;

  private final boolean skipBroken;
  private final List<String> firstBroken = new ArrayList<>();
  private long broken;
  private long binaryFiles;

  /**
   * Creates a tally of zero.
   *
   * @param skipBroken false if a broken line or file ends the reading
   */
  SkippedTally(boolean skipBroken) {
    this.skipBroken = skipBroken;
  }

  /**
   * Counts a broken line or file.
   *
   * @throws UsageError with the reason unless broken ones are skipped
   */
  void broken(String reason) {
    if (!skipBroken) {
      throw new UsageError(reason);
    }
    broken++;
    if (firstBroken.size() < EXAMPLES) {
      firstBroken.add(reason);
    }
  }

  void binary() {
    binaryFiles++;
  }

  Skipped total() {
    return new Skipped(broken, firstBroken, binaryFiles);
  }
}
