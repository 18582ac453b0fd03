package org.curtail.cli.documents;

import java.util.List;

/**
 * Lines and files that a source left out.
 *
 * @param broken lines or files that are no documents
 * @param firstBroken errors of the first few broken lines or files
 * @param binaryFiles files without text
 */
public record Skipped(long broken, List<String> firstBroken, long binaryFiles) {
  public Skipped {
    firstBroken = List.copyOf(firstBroken);
    if (broken < firstBroken.size() || binaryFiles < 0) {
      throw new IllegalArgumentException(
          "expected counts of at least %d and 0, found %d and %d"
              .formatted(firstBroken.size(), broken, binaryFiles));
    }
  }
}
