package org.curtail.traces.read;

import java.io.IOException;

/** A file that has nothing to do with spans; the message says what was expected and found. */
final class NotSpans extends IOException {
  private static final long serialVersionUID = 1;

  NotSpans(String message) {
    super(message);
  }
}
