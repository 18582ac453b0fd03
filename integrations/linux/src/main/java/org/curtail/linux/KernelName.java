package org.curtail.linux;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Kernel names of threads: at most 15 bytes, here of UTF-8 without partial characters. */
final class KernelName {
  static final int MOST_BYTES = 15;

  private KernelName() {}

  /** Returns the longest prefix that fits. */
  static byte[] of(String name) {
    return cut(name, MOST_BYTES);
  }

  /** Returns the longest prefix that leaves space for a number. */
  static byte[] of(String name, int number) {
    byte[] suffix = ("-" + number).getBytes(StandardCharsets.US_ASCII);
    byte[] prefix = cut(name, MOST_BYTES - suffix.length);
    byte[] whole = Arrays.copyOf(prefix, prefix.length + suffix.length);
    System.arraycopy(suffix, 0, whole, prefix.length, suffix.length);
    return whole;
  }

  private static byte[] cut(String name, int mostBytes) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    int end = Math.min(bytes.length, mostBytes);
    while (end < bytes.length && isContinuation(bytes[end])) {
      end--;
    }
    return Arrays.copyOf(bytes, end);
  }

  /** True for the continuation bytes of UTF-8, 10xxxxxx. */
  private static boolean isContinuation(byte b) {
    return (b & 0b1100_0000) == 0b1000_0000;
  }
}
