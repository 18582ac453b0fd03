package org.curtail.opensearch.hedge;

import org.opensearch.core.transport.TransportResponse;
import org.opensearch.transport.TransportException;

/** The reply of a copy of a shard to a query. */
sealed interface Reply {
  /** A response. */
  record Success(QueryAttempt<?> by, TransportResponse response) implements Reply {}

  /** A failure that every copy would return, or a cancellation. */
  record Failure(TransportException cause) implements Reply {}
}
