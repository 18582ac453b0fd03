package org.curtail.benchkit.search;

import java.util.Optional;
import org.apache.lucene.search.TopDocs;
import org.curtail.lucene.ranked.RankedHits;

/**
 * The answer to one query.
 *
 * @param top the hits
 * @param ranked visits of a search in order of importance; empty for any other search
 */
public record SearchAnswer(TopDocs top, Optional<RankedHits> ranked) {
  /** The answer of a search without order. */
  public static SearchAnswer of(TopDocs top) {
    return new SearchAnswer(top, Optional.empty());
  }

  /** The answer of a search in order of importance. */
  public static SearchAnswer of(RankedHits hits) {
    return new SearchAnswer(hits.top(), Optional.of(hits));
  }
}
