package org.curtail.traces.duckdb;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads records of {@link RecordBytes}, from memory or a file. Not thread-safe. */
final class RecordReader {
  private static final int BUFFER_BYTES = 1 << 16;

  private final InputStream input;
  private ByteBuffer bytes = ByteBuffer.allocate(BUFFER_BYTES).flip();

  RecordReader(InputStream input) {
    this.input = input;
  }

  boolean isAtEnd() throws IOException {
    return !bytes.hasRemaining() && !fill(1);
  }

  boolean flag() throws IOException {
    return small() != 0;
  }

  int small() throws IOException {
    return next(Byte.BYTES).get();
  }

  int whole() throws IOException {
    return next(Integer.BYTES).getInt();
  }

  long wholeLong() throws IOException {
    return next(Long.BYTES).getLong();
  }

  /** Returns a text, or null. */
  @Nullable String text() throws IOException {
    int length = whole();
    return length == RecordBytes.NO_TEXT ? null : text(length);
  }

  private String text(int length) throws IOException {
    ByteBuffer from = next(length);
    int at = from.arrayOffset() + from.position();
    var text = new String(from.array(), at, length, StandardCharsets.UTF_8);
    from.position(from.position() + length);
    return text;
  }

  /** Returns a text that must not be null. */
  String requireText() throws IOException {
    return text(whole());
  }

  private ByteBuffer next(int wanted) throws IOException {
    if (bytes.remaining() < wanted && !fill(wanted)) {
      throw new EOFException("a record breaks off");
    }
    return bytes;
  }

  /** Reads until this number of bytes is available. Returns false at the end of the input. */
  private boolean fill(int wanted) throws IOException {
    if (wanted > bytes.capacity()) {
      bytes = ByteBuffer.allocate(wanted).put(bytes).flip();
    }
    bytes.compact();
    int read = 0;
    while (bytes.position() < wanted && read >= 0) {
      read = input.read(bytes.array(), bytes.position(), bytes.remaining());
      bytes.position(bytes.position() + Math.max(0, read));
    }
    bytes.flip();
    return bytes.remaining() >= wanted;
  }
}
