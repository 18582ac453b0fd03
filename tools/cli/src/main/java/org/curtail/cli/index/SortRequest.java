package org.curtail.cli.index;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A copy of an index, to be made in order of importance.
 *
 * @param source folder of the index
 * @param folder where the copy is to be
 * @param rank the static rank: a numeric doc values field, or length
 * @param type what the values of that field are, if it is not as usual
 * @param maxSegments merge to at most so many segments; 0 leaves them as they come
 * @param overwrite whether an index in the folder may be replaced
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
