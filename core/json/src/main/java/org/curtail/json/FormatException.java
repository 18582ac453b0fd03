package org.curtail.json;

import java.io.IOException;

/**
 * Text that does not have the format it should have. The message is one line that names the source,
 * line, column and field, what was expected there and what was found.
 */
public final class FormatException extends IOException {
  private static final long serialVersionUID = 1;

  FormatException(String message) {
    super(message);
  }
}
