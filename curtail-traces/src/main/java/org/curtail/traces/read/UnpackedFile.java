package org.curtail.traces.read;

import io.airlift.compress.v3.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.curtail.measurement.files.Packing;
import org.curtail.measurement.terminal.Misuse;

/** The content of a file, plain, gzip or Zstandard: its first bytes tell. */
final class UnpackedFile {
  private static final int BUFFER_BYTES = 1 << 16;

  private UnpackedFile() {}

  /**
   * Opens a file.
   *
   * @throws Misuse if it is packed in another way
   */
  static InputStream open(Path file) throws IOException {
    var raw = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES);
    try {
      Packing packing = Packing.of(raw);
      return switch (packing) {
        case null -> raw;
        case GZIP -> new BufferedInputStream(new GZIPInputStream(raw, BUFFER_BYTES), BUFFER_BYTES);
        case ZSTD -> new BufferedInputStream(new ZstdInputStream(raw), BUFFER_BYTES);
        case BZIP2, XZ, LZ4, ZIP ->
            throw new Misuse(
                "%s: expected plain text, gzip or zstd, found %s; unpack it"
                    .formatted(file, packing.title()));
      };
    } catch (IOException | RuntimeException e) {
      raw.close();
      throw e;
    }
  }
}
