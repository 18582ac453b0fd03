package org.curtail.traces.read;

import java.io.IOException;

/** Thrown for a file without spans. The message names the expected and the found content. */
final class NotSpansException extends IOException {
  private static final long serialVersionUID = 1;

  NotSpansException(String message) {
    super(message);
  }
}
