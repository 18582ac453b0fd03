package org.curtail.cli.serve.search;

import java.time.Duration;
import java.util.Optional;
import org.curtail.cli.querylog.QuerySyntax;

/**
 * A request for the best matches of a query.
 *
 * @param text of the query
 * @param syntax of the text; empty for the usual one of the server
 * @param topHits wanted number of hits, at least 1
 * @param timeout time until its deadline: positive
 */
public record SearchRequest(
    String text, Optional<QuerySyntax> syntax, int topHits, Duration timeout) {
  public SearchRequest {
    if (topHits < 1) {
      throw new IllegalArgumentException("topHits must be at least 1: " + topHits);
    }
    if (!timeout.isPositive()) {
      throw new IllegalArgumentException("timeout must be positive: " + timeout);
    }
  }
}
