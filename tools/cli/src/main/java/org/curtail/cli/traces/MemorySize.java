package org.curtail.cli.traces;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.curtail.benchkit.terminal.UsageError;
import org.jspecify.annotations.Nullable;

/**
 * Memory limit of a recording, split over this JVM's heap, for assembling spans, and the database.
 * The rest is on disk.
 *
 * @param heapBytes the heap of this JVM
 * @param databaseBytes limit of the database
 */
record MemorySize(long heapBytes, long databaseBytes) {
  private static final Pattern SIZE = Pattern.compile("(\\d{1,6})([kmg])b?");
  private static final long LEAST_BYTES = 256L << 20;

  /** Database's share of the given memory; {@code ./curtail} makes the heap 45 % of it. */
  private static final double DATABASE_SHARE = 0.25;

  private static final double HEAP_SHARE = 0.45;

  /** Part of the heap for stored spans; assembling needs memory too. */
  private static final int HELD_PART = 5;

  private static final long SMALL_BYTES = 100_000_000;
  private static final int SMALL_PART = 8;

  /**
   * Splits the given memory.
   *
   * @param text as in 2g; null if it was not given: then the database may use half as much as the
   *     heap
   */
  static MemorySize of(@Nullable String text) {
    long heapBytes = Runtime.getRuntime().maxMemory();
    return new MemorySize(
        heapBytes, text == null ? heapBytes / 2 : (long) (DATABASE_SHARE * bytes(text)));
  }

  private static long bytes(String text) {
    Matcher size = SIZE.matcher(text.toLowerCase(Locale.ROOT));
    if (size.matches()) {
      int shift =
          switch (size.group(2)) {
            case "k" -> 10;
            case "m" -> 20;
            default -> 30;
          };
      long bytes = Long.parseLong(size.group(1)) << shift;
      if (bytes >= LEAST_BYTES) {
        return bytes;
      }
    }
    throw new UsageError(
        "--memory: expected a size of at least 256m, as in 2g, found '%s'".formatted(text));
  }

  /** True if the heap is greater than its part of the given memory. */
  static boolean heapExceeds(String text) {
    return Runtime.getRuntime().maxMemory() > 1.1 * HEAP_SHARE * bytes(text);
  }

  /** Limit of bytes of spans in memory; more go to disk. */
  long heldBytes() {
    return heapBytes / HELD_PART;
  }

  /** True if all spans of a text of this size are best kept in the heap. */
  boolean isSmall(long bytes) {
    return bytes <= Math.min(SMALL_BYTES, heapBytes / SMALL_PART);
  }
}
