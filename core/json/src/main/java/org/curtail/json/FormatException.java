package org.curtail.json;

import java.io.IOException;

/**
 * Thrown for text that does not match its format. The message is one line with the source, line,
 * column and field, what was expected there and what was found.
 */
public final class FormatException extends IOException {
  private static final long serialVersionUID = 1;

  FormatException(String message) {
    super(message);
  }
}
