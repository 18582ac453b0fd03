package org.curtail.benchkit.files;

import java.io.BufferedInputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Formats of compressed files, recognised by their first bytes. */
public enum Packing {
  GZIP("gzip", 0x1F, 0x8B),
  ZSTD("zstd", 0x28, 0xB5, 0x2F, 0xFD),
  BZIP2("bzip2", 'B', 'Z', 'h', Packing.ANY, '1', 'A', 'Y'),
  XZ("xz", 0xFD, '7', 'z', 'X', 'Z'),
  LZ4("lz4", 0x04, 0x22, 0x4D, 0x18),
  ZIP("zip", 'P', 'K', 0x03, 0x04);

  private static final int ANY = -1;
  private static final int MOST_BYTES = 7;

  private final String title;

  @SuppressWarnings("ImmutableEnumChecker") // Nobody writes to it.
  private final int[] begin;

  Packing(String title, int... begin) {
    this.title = title;
    this.begin = begin;
  }

  /** Returns the name of the format for users. */
  public String title() {
    return title;
  }

  /**
   * Returns the format by the first bytes of a file; null for a plain file. Keeps the position of
   * the stream.
   */
  public static @Nullable Packing of(BufferedInputStream file) throws IOException {
    file.mark(MOST_BYTES);
    byte[] head = file.readNBytes(MOST_BYTES);
    file.reset();
    for (Packing packing : values()) {
      if (packing.begins(head)) {
        return packing;
      }
    }
    return null;
  }

  private boolean begins(byte[] head) {
    if (head.length < begin.length) {
      return false;
    }
    for (int i = 0; i < begin.length; i++) {
      if (begin[i] != ANY && (head[i] & 0xFF) != begin[i]) {
        return false;
      }
    }
    return true;
  }
}
