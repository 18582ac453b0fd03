package org.curtail.cli.bench.servers;

import java.util.concurrent.CompletableFuture;

/** Connections to one server. Thread-safe. */
interface ServerLink extends AutoCloseable {
  /**
   * A query on its way.
   *
   * @param answer the answer, equal on all servers; its cancellation cancels what can be cancelled
   * @param ended complete as soon as the server has no more work with the query
   */
  record Asked(CompletableFuture<?> answer, CompletableFuture<?> ended) {}

  /** Sends a query, by its number, without waiting for the answer. */
  Asked ask(int query);

  @Override
  void close();
}
