package org.curtail.cli.serve.search;

import java.util.List;

/**
 * The result of a search.
 *
 * @param totalHits number of matching documents, or a lower bound
 * @param isLowerBound true if there may be more matches
 * @param hits the best matches, best first
 */
public record Found(long totalHits, boolean isLowerBound, List<Hit> hits) {
  public Found {
    hits = List.copyOf(hits);
  }
}
