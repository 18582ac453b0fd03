package org.curtail.signals.proc;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/**
 * A small file of {@code /proc}, kept open because opening takes ten times as long as reading. The
 * file's content is about the thread that opened it. For that thread only. The file is closed when
 * this object is not reachable any more. A channel would be faster, but interrupting the thread
 * closes it.
 */
public final class ProcFile {
  private static final int MOST_BYTES = 1024;

  private final RandomAccessFile file;
  private final byte[] bytes = new byte[MOST_BYTES];
  private int length;
  private int at;

  /**
   * Opens a file.
   *
   * @throws IOException if the file does not exist, or may not be read
   */
  public ProcFile(Path path) throws IOException {
    file = new RandomAccessFile(path.toFile(), "r");
  }

  /** Reads the file again; returns false if that failed. */
  public boolean read() {
    at = 0;
    try {
      file.seek(0);
      length = Math.max(file.read(bytes), 0);
      return length > 0;
    } catch (IOException e) {
      length = 0;
      return false;
    }
  }

  /**
   * Skips the fields up to the last bracket, because the thread's name in brackets may contain
   * anything.
   */
  public void skipName() {
    for (int i = length - 1; i >= 0; i--) {
      if (bytes[i] == ')') {
        at = i + 1;
        return;
      }
    }
  }

  /** Skips the next fields. */
  public void skip(int fields) {
    for (int i = 0; i < fields; i++) {
      skipSpace();
      while (at < length && !isSpace()) {
        at++;
      }
    }
  }

  /**
   * Returns the first character of the next field, and does not skip the field; a space if there is
   * no field.
   */
  public char character() {
    skipSpace();
    return at < length ? (char) bytes[at] : ' ';
  }

  /** Reads the next field as a number; -1 if it is not a number, or too large. */
  public long number() {
    skipSpace();
    long number = at < length && !isSpace() ? 0 : -1;
    for (; at < length && !isSpace(); at++) {
      int digit = bytes[at] - '0';
      boolean fits = digit >= 0 && digit <= 9 && number >= 0 && number <= Long.MAX_VALUE / 10 - 1;
      number = fits ? number * 10 + digit : -1;
    }
    return number;
  }

  private void skipSpace() {
    while (at < length && isSpace()) {
      at++;
    }
  }

  private boolean isSpace() {
    return bytes[at] <= ' ';
  }
}
