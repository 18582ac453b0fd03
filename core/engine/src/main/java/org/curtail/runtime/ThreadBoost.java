package org.curtail.runtime;

/**
 * Lets the calling thread go before others when threads compete for cores, by means of the
 * operating system. Safe for all threads; each acts on itself only.
 *
 * <p>Neither method throws: a thread that cannot be raised runs on as it is.
 */
public interface ThreadBoost {
  /** In a few words what a raised thread has, for example {@code nice -20}. */
  String description();

  /** Puts the calling thread before those that are not raised. */
  void raise();

  /** Undoes {@link #raise} of the calling thread. */
  void lower();
}
