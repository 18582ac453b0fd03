package org.curtail.traces.duckdb;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Writes records into memory, one after the other. Unlike the streams of {@code java.io}, this
 * class needs no lock for each value. Not thread-safe.
 */
final class RecordBytes {
  static final int NO_TEXT = -1;
  private static final int FIRST_BYTES = 1 << 10;

  private ByteBuffer bytes = ByteBuffer.allocate(FIRST_BYTES);

  int size() {
    return bytes.position();
  }

  void flag(boolean flag) {
    small(flag ? 1 : 0);
  }

  /** Appends a number from 0 to 127. */
  void small(int number) {
    room(Byte.BYTES).put((byte) number);
  }

  void whole(int number) {
    room(Integer.BYTES).putInt(number);
  }

  void whole(long number) {
    room(Long.BYTES).putLong(number);
  }

  void text(@Nullable String text) {
    if (text == null) {
      whole(NO_TEXT);
      return;
    }
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    whole(encoded.length);
    room(encoded.length).put(encoded);
  }

  private ByteBuffer room(int wanted) {
    if (bytes.remaining() < wanted) {
      int size = Math.max(Math.addExact(bytes.position(), wanted), 2 * bytes.capacity());
      // Twice the size may exceed the maximum size of an array.
      ByteBuffer larger =
          ByteBuffer.allocate(size > 0 ? size : Math.addExact(bytes.position(), wanted));
      bytes = larger.put(bytes.flip());
    }
    return bytes;
  }

  void writeTo(OutputStream out) throws IOException {
    out.write(bytes.array(), 0, bytes.position());
  }

  InputStream content() {
    return new ByteArrayInputStream(bytes.array(), 0, bytes.position());
  }
}
