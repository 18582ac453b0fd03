package org.curtail.cli.index;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Request for a copy of an index in order of importance.
 *
 * @param source folder of the index
 * @param folder folder of the copy
 * @param rank the static rank: a numeric doc values field, or length
 * @param type type of the values of that field, if it is not the usual one
 * @param maxSegments largest number of segments after merging; 0 for no merge
 * @param overwrite true if an index in the folder may be replaced
 */
public record SortRequest(
    Path source,
    Path folder,
    RankKind rank,
    Optional<NumberType> type,
    int maxSegments,
    boolean overwrite) {
  public SortRequest {
    if (maxSegments < 0) {
      throw new IllegalArgumentException("expected 0 or more segments, found " + maxSegments);
    }
  }
}
