package org.curtail.papers.earlytermination;

import java.util.Locale;
import org.curtail.lucene.ranked.ChunkSharing;

/** The number of threads that share a search, and the way they share it. */
record DegreeAndSharing(int degree, ChunkSharing sharing) {
  static final DegreeAndSharing ONE_THREAD = new DegreeAndSharing(1, ChunkSharing.DYNAMIC);

  /** Returns the words for people. */
  String method() {
    return sharing.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    return degree == 1 ? "one thread" : "%s, degree %d".formatted(method(), degree);
  }
}
