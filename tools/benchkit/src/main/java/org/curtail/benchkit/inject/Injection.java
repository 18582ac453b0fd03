package org.curtail.benchkit.inject;

/**
 * Puts one known cause into requests while they run. Safe for all threads; several requests may
 * have it at once.
 */
interface Injection extends AutoCloseable {
  /**
   * The request begins. Called on its thread, before anything else of it.
   *
   * @param request its number
   * @throws Exception if the cause could not be put in; the request fails with it
   */
  void begin(int request) throws Exception;

  /** The request ends. Called on the thread that ends it. */
  default void end(int request) {}

  /** Ends all threads and processes of its own; what was done is told before. */
  @Override
  default void close() {}
}
