package org.curtail.benchkit.files;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.UsageError;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a file, plain or (if its name ends in {@code .gz}) gzip. Keeps one line in memory,
 * or the beginning of a line that is {@linkplain #isTooLong too long}. A line ends with a line
 * feed; a carriage return before the line feed is dropped. Not thread-safe.
 */
public final class InputLines implements AutoCloseable {
  /** Greatest number of kept bytes of a line. */
  public static final int LONGEST_LINE_BYTES = 64 << 20;

  private static final int BUFFER_BYTES = 1 << 16;

  /**
   * Number of first bytes in which a byte 0 marks a binary file. Later, a log may contain such
   * bytes after a crash of the machine.
   */
  private static final int MOST_LOOKED_AT = 512;

  /** Longest run of bytes 0 from a crash; a longer run is a hole in the file. */
  private static final int MOST_ZEROS = 1 << 16;

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final Path file;
  private final InputStream input;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int bufferFrom;
  private int bufferTo;
  private byte[] line = new byte[1 << 10];
  private int lineBytes;
  private boolean tooLong;
  private long number;
  private int zeros;
  private boolean isInHole;
  private boolean isBegun;
  private int mostBytes = Integer.MAX_VALUE;

  private InputLines(Path file, InputStream input) {
    this.file = file;
    this.input = input;
  }

  /**
   * Returns the lines of an open file, which the caller unpacks and closes.
   *
   * @param file name of the file in messages
   * @param unpacked content of the file, before the first line
   */
  public static InputLines of(Path file, InputStream unpacked) {
    var lines = new InputLines(file, unpacked);
    lines.isBegun = true; // The caller has checked it.
    return lines;
  }

  /**
   * Rejects a text whose lines end with carriage returns alone.
   *
   * @param first first line of the text
   * @param where file and line in messages
   */
  public static void requireLineFeeds(String first, String where) {
    if (first.indexOf('\r') >= 0) {
      throw new UsageError(
          where
              + ": expected lines that end with a line feed, found carriage returns alone; tr '\\r' '\\n' makes such lines");
    }
  }

  /**
   * Opens a file before its first line.
   *
   * @throws UsageError if it is missing, a folder, unreadable, named {@code .gz} but not gzip, or
   *     compressed in another way
   */
  public static InputLines open(Path file) {
    InputFile.require(file, "a file");
    BufferedInputStream raw = null;
    try {
      raw = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES);
      if (file.toString().endsWith(".gz")) {
        return new InputLines(file, new GZIPInputStream(raw, BUFFER_BYTES));
      }
      refusePacked(file, Packing.of(raw));
      return new InputLines(file, raw);
    } catch (UsageError e) {
      closeAfter(e, raw);
      throw e;
    } catch (ZipException e) {
      closeAfter(e, raw);
      throw new UsageError(file + ": expected gzip, as its name says, found something else", e);
    } catch (EOFException e) {
      closeAfter(e, raw);
      throw new UsageError(file + ": expected gzip, found a file that ends within the header", e);
    } catch (IOException e) {
      closeAfter(e, raw);
      throw new UsageError(file + ": cannot be read: " + Failure.reason(e), e);
    }
  }

  private static void refusePacked(Path file, @Nullable Packing packing) {
    if (packing != null) {
      throw new UsageError(
          "%s: expected plain text, or gzip with a name that ends in .gz; found %s, %s"
              .formatted(
                  file,
                  packing.title(),
                  packing == Packing.GZIP ? "so rename it" : "which is not read, so unpack it"));
    }
  }

  private static void closeAfter(Exception failure, @Nullable InputStream raw) {
    if (raw != null) {
      try {
        raw.close();
      } catch (IOException e) {
        failure.addSuppressed(e);
      }
    }
  }

  /**
   * Reads the next line.
   *
   * @return false after the last
   * @throws UsageError if the file is incomplete, cannot be unpacked, or is binary
   */
  public boolean next() {
    lineBytes = 0;
    tooLong = false;
    boolean any = false;
    while (true) {
      if (bufferFrom == bufferTo && !fill()) {
        break;
      }
      any = true;
      int end = bufferFrom;
      while (end < bufferTo && buffer[end] != '\n') {
        end++;
      }
      append(bufferFrom, end);
      bufferFrom = end;
      if (end < bufferTo) {
        bufferFrom = end + 1;
        break;
      }
    }
    if (!any) {
      return false;
    }
    number++;
    if (lineBytes > 0 && line[lineBytes - 1] == '\r') {
      lineBytes--;
    }
    if (number == 1 && startsWithByteOrderMark()) {
      lineBytes -= BYTE_ORDER_MARK.length;
      System.arraycopy(line, BYTE_ORDER_MARK.length, line, 0, lineBytes);
    }
    return true;
  }

  private boolean startsWithByteOrderMark() {
    return lineBytes >= BYTE_ORDER_MARK.length
        && Arrays.equals(
            line, 0, BYTE_ORDER_MARK.length, BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length);
  }

  private boolean fill() {
    if (isInHole) {
      return false; // Some readers skip broken lines; here no further line exists.
    }
    try {
      bufferFrom = 0;
      bufferTo = Math.max(0, input.read(buffer));
      if (!isBegun) {
        isBegun = true;
        requireText(bufferTo);
      }
      refuseHole();
      return bufferTo > 0;
    } catch (EOFException e) {
      throw new UsageError(
          "%s: truncated: the gzip data breaks off after line %,d".formatted(file, number), e);
    } catch (ZipException e) {
      throw new UsageError(
          "%s: damaged after line %,d: %s".formatted(file, number, Failure.reason(e)), e);
    } catch (IOException e) {
      throw new UsageError(file + ": cannot be read: " + Failure.reason(e), e);
    }
  }

  /** Rejects binary content at the beginning of the file, before a long search for a line feed. */
  private void requireText(int bytes) {
    if (bytes > 1 && isUtf16()) {
      throw new UsageError(
          "%s: expected text in UTF-8, found UTF-16; iconv -f UTF-16 -t UTF-8 makes such a file"
              .formatted(file));
    }
    for (int i = 0; i < Math.min(bytes, MOST_LOOKED_AT); i++) {
      if (buffer[i] == 0) {
        throw new UsageError(
            "%s: expected text, found binary data: byte %,d is 0".formatted(file, i + 1));
      }
    }
  }

  private void refuseHole() {
    int at = bufferTo;
    while (at > 0 && buffer[at - 1] == 0) {
      at--;
    }
    zeros = at == 0 ? zeros + bufferTo : bufferTo - at;
    if (zeros > MOST_ZEROS) {
      isInHole = true;
      bufferTo = 0;
      throw new UsageError(
          "%s: expected text, found binary data behind line %,d: %,d bytes in a row are 0"
              .formatted(file, number, zeros));
    }
  }

  private boolean isUtf16() {
    int begin = (buffer[0] & 0xFF) << Byte.SIZE | (buffer[1] & 0xFF);
    return begin == 0xFEFF || begin == 0xFFFE;
  }

  private void append(int from, int to) {
    int needed = lineBytes + to - from;
    if (needed > mostBytes) {
      throw new UsageError(
          "%s:%d: expected a line of at most %,d bytes, found a longer one"
              .formatted(file, number + 1, mostBytes));
    }
    if (tooLong || needed > LONGEST_LINE_BYTES) {
      tooLong = true;
      return;
    }
    if (needed > line.length) {
      line = Arrays.copyOf(line, Math.max(needed, 2 * line.length));
    }
    System.arraycopy(buffer, from, line, lineBytes, to - from);
    lineBytes = needed;
  }

  /** Sets a limit: from now on, a longer line ends the reading with a {@link UsageError}. */
  public void refuseLongerThan(int bytes) {
    mostBytes = bytes;
  }

  /** True if the current line has more than 64 MiB; then only the beginning is kept. */
  public boolean isTooLong() {
    return tooLong;
  }

  /** Returns the number of the current line, from 1. */
  public long number() {
    return number;
  }

  /** Returns file and line number, for the beginning of a message. */
  public String where() {
    return file + ":" + number;
  }

  /** True if the current line contains only blanks. */
  public boolean blank() {
    if (tooLong) {
      return false;
    }
    for (int i = 0; i < lineBytes; i++) {
      if (line[i] < 0 || line[i] > ' ') {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the current line.
   *
   * @throws CharacterCodingException if the line is not UTF-8
   */
  public String text() throws CharacterCodingException {
    return StandardCharsets.UTF_8
        .newDecoder()
        .decode(ByteBuffer.wrap(line, 0, lineBytes))
        .toString();
  }

  /**
   * Returns the current line.
   *
   * @throws UsageError if the line is not UTF-8
   */
  public String requireText() {
    try {
      return text();
    } catch (CharacterCodingException e) {
      throw new UsageError(where() + ": expected text in UTF-8, found other bytes", e);
    }
  }

  /**
   * Returns an array whose first {@link #length} bytes are the current line; valid until the next
   * line.
   */
  public byte[] bytes() {
    return line;
  }

  /** Returns the number of kept bytes of the current line. */
  public int length() {
    return lineBytes;
  }

  @Override
  public void close() throws IOException {
    input.close();
  }
}
