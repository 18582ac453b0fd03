package org.curtail.cli.serve.live;

/**
 * The part of a request that its submitter knows and the engine does not. Bound while the request
 * is submitted, since listeners hear of the arrival on the same thread.
 *
 * @param intendedNanos planned moment of the arrival, by {@link System#nanoTime}
 * @param title text of the request
 */
record Origin(long intendedNanos, String title) {
  static final ScopedValue<Origin> OF = ScopedValue.newInstance();
}
