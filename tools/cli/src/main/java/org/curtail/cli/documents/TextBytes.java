package org.curtail.cli.documents;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The text of a whole file. */
final class TextBytes {
  private static final int LARGEST_FILE_BYTES = 64 << 20;

  private TextBytes() {}

  /**
   * Reads a file as UTF-8. Invalid bytes become replacement characters, since old source files
   * often have another encoding.
   *
   * @return null if the file has a zero byte, or is too large for one document
   */
  static @Nullable String read(InputStream input) throws IOException {
    byte[] bytes = input.readNBytes(LARGEST_FILE_BYTES + 1);
    if (bytes.length > LARGEST_FILE_BYTES) {
      return null;
    }
    for (byte value : bytes) {
      if (value == 0) {
        return null;
      }
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
