package org.curtail.traces.read;

import java.io.IOException;

/** Thrown for a file without spans; the message says what was expected and found. */
final class NotSpansException extends IOException {
  private static final long serialVersionUID = 1;

  NotSpansException(String message) {
    super(message);
  }
}
