package org.curtail.benchkit.inject;

/**
 * Injects one known cause into requests while they run. Thread-safe; several requests may have it
 * at once.
 */
interface Injection extends AutoCloseable {
  /**
   * Begins the injection. Called on the request's thread, before anything else of the request.
   *
   * @param request its number
   * @throws Exception if the cause could not be injected; the request fails with it
   */
  void begin(int request) throws Exception;

  /** Ends the injection. Called on the thread that ends the request. */
  default void end(int request) {}

  /** Ends its own threads and processes; all records are recorded before. */
  @Override
  default void close() {}
}
