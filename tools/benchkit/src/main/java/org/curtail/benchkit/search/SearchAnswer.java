package org.curtail.benchkit.search;

import java.util.Optional;
import org.apache.lucene.search.TopDocs;
import org.curtail.lucene.ranked.RankedHits;

/**
 * The answer to a query.
 *
 * @param top the hits
 * @param ranked visits of a search in order of importance; empty for other searches
 */
public record SearchAnswer(TopDocs top, Optional<RankedHits> ranked) {
  /** Returns the answer of a search without an order of importance. */
  public static SearchAnswer of(TopDocs top) {
    return new SearchAnswer(top, Optional.empty());
  }

  /** Returns the answer of a search in order of importance. */
  public static SearchAnswer of(RankedHits hits) {
    return new SearchAnswer(hits.top(), Optional.of(hits));
  }
}
