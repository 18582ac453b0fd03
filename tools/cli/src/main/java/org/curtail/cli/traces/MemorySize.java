package org.curtail.cli.traces;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.curtail.benchkit.terminal.Misuse;
import org.jspecify.annotations.Nullable;

/**
 * How much memory a recording may take, split over this JVM's heap, where spans are assembled, and
 * the database. What neither holds is on disk.
 *
 * @param heapBytes the heap that this JVM has
 * @param databaseBytes what the database may hold
 */
record MemorySize(long heapBytes, long databaseBytes) {
  private static final Pattern SIZE = Pattern.compile("(\\d{1,6})([kmg])b?");
  private static final long LEAST_BYTES = 256L << 20;

  /** Of what the user names; {@code ./curtail} makes the heap 45 % of it. */
  private static final double DATABASE_SHARE = 0.25;

  private static final double HEAP_SHARE = 0.45;

  /** Of the heap; assembling takes some of it too. */
  private static final int HELD_PART = 5;

  private static final long SMALL_BYTES = 100_000_000;
  private static final int SMALL_PART = 8;

  /**
   * By what the user named.
   *
   * @param text as in 2g; null if nothing was named: then the database may hold half as much as the
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
    throw new Misuse(
        "--memory: expected a size of at least 256m, as in 2g, found '%s'".formatted(text));
  }

  /** Whether the heap is greater than what the user named leaves for it. */
  static boolean heapExceeds(String text) {
    return Runtime.getRuntime().maxMemory() > 1.1 * HEAP_SHARE * bytes(text);
  }

  /** How many bytes of spans may be held before they go to disk. */
  long heldBytes() {
    return heapBytes / HELD_PART;
  }

  /** Whether all spans of so many bytes of text are best held in the heap. */
  boolean isSmall(long bytes) {
    return bytes <= Math.min(SMALL_BYTES, heapBytes / SMALL_PART);
  }
}
