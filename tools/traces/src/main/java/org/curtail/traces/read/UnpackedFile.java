package org.curtail.traces.read;

import io.airlift.compress.v3.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.curtail.benchkit.files.Packing;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.UsageError;

/**
 * The content of a file, plain, gzip or Zstandard, detected from its first bytes. If the packed
 * data is damaged or truncated, the content ends there. Not thread-safe.
 */
final class UnpackedFile implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 16;

  private final InputStream content;
  private final CountedBytes raw;
  private String failure = "";

  private UnpackedFile(CountedBytes raw, InputStream unpacking) {
    this.raw = raw;
    // The buffer wraps the stream that stops at a failure, so that earlier data is not lost.
    content = new BufferedInputStream(new UntilFailure(unpacking), BUFFER_BYTES);
  }

  /**
   * Opens a file.
   *
   * @throws UsageError if the file is packed in another way
   */
  static UnpackedFile open(Path file) throws IOException {
    var counted = new CountedBytes(Files.newInputStream(file));
    var raw = new BufferedInputStream(counted, BUFFER_BYTES);
    try {
      Packing packing = Packing.of(raw);
      return new UnpackedFile(
          counted,
          switch (packing) {
            case null -> raw;
            case GZIP -> new GZIPInputStream(raw, BUFFER_BYTES);
            case ZSTD -> new ZstdInputStream(raw);
            case BZIP2, XZ, LZ4, ZIP ->
                throw new UsageError(
                    "%s: expected plain text, gzip or zstd, found %s; unpack it"
                        .formatted(file, packing.title()));
          });
    } catch (IOException | RuntimeException e) {
      raw.close();
      throw e;
    }
  }

  InputStream content() {
    return content;
  }

  /** Reason for an early end of the content; "" if there is none. */
  String failure() {
    return failure;
  }

  /** Number of bytes of the file read so far, before unpacking. */
  long bytesRead() {
    return raw.bytes;
  }

  @Override
  public void close() throws IOException {
    content.close();
  }

  private static final class CountedBytes extends FilterInputStream {
    private long bytes;

    CountedBytes(InputStream file) {
      super(file);
    }

    @Override
    public int read() throws IOException {
      int one = super.read();
      bytes += one < 0 ? 0 : 1;
      return one;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      int some = super.read(into, from, length);
      bytes += Math.max(0, some);
      return some;
    }
  }

  private final class UntilFailure extends FilterInputStream {
    UntilFailure(InputStream unpacking) {
      super(unpacking);
    }

    @Override
    public int read() {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int from, int length) {
      if (!failure.isEmpty()) {
        return -1;
      }
      try {
        return super.read(bytes, from, length);
      } catch (IOException | RuntimeException e) {
        // Zstandard's decoder throws unchecked exceptions for damaged data.
        failure = Failure.reason(e);
        return -1;
      }
    }
  }
}
