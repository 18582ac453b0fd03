package org.curtail.opensearch.hedge;

import org.opensearch.core.transport.TransportResponse;
import org.opensearch.transport.TransportException;

/** What a copy of a shard says to a query. */
sealed interface Reply {
  /** What was found. */
  record Found(QueryAttempt<?> by, TransportResponse response) implements Reply {}

  /** That the query is wrong, as every copy would say, or cancelled. */
  record Refused(TransportException why) implements Reply {}
}
