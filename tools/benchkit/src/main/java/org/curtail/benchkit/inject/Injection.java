package org.curtail.benchkit.inject;

/**
 * Injects a known cause into running requests. Thread-safe; several requests may have it at once.
 */
interface Injection extends AutoCloseable {
  /**
   * Begins the injection. Called on the request's thread, before its work.
   *
   * @param request number of the request
   * @throws Exception if the injection fails; the request then fails too
   */
  void begin(int request) throws Exception;

  /** Ends the injection. Called on the thread that ends the request. */
  default void end(int request) {}

  /** Ends its own threads and processes, after all records are written. */
  @Override
  default void close() {}
}
