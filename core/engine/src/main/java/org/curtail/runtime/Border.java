package org.curtail.runtime;

/** What a worker does after a chunk border. */
enum Border {
  /** Claims the next chunk. */
  GO_ON,
  /** Serves the request no more: it is wanted elsewhere, and has been given back. */
  LEAVE,
  /** Claims the next chunk once it is resumed. */
  PAUSE
}
