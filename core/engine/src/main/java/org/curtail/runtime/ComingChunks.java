package org.curtail.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Work whose chunks come while it runs, and whose caller passes no borders: all that the rest of
 * the engine knows of the {@link HeldExecutor}. Called under the engine's lock, but for where said.
 */
interface ComingChunks {
  /** Said once, before anything comes, without the lock. */
  void belongsTo(Request<?, ?> owner);

  /**
   * Nobody runs what has come, though it cannot wait: a thread should, whatever the policy says.
   */
  boolean needsRescue(long nowNanos, boolean closed);

  /** Who serves the request outside, if it must be taken to have ended; else null. */
  @Nullable UnseenCaller gone(long nowNanos, boolean closed);

  /**
   * Runs what has come on this thread, since nobody else does on a broken engine, and ends the
   * request if it is served outside. Without the lock.
   */
  void engineIsBroken();

  /** When somebody should look after the request again. */
  long nextLookNanos(long nowNanos);
}
