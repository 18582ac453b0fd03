package org.curtail.traces.read;

import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import org.curtail.traces.Damage;
import org.jspecify.annotations.Nullable;

/**
 * Normalizes ids, which are hexadecimal in small or capital letters. Some programs cut leading
 * zeros. Some write base64, as protobuf's own JSON does.
 */
final class SpanIds {
  private static final int SPAN_DIGITS = 16;
  private static final int TRACE_DIGITS = 32;
  private static final int BASE64_SPAN = 12;
  private static final int BASE64_TRACE = 24;
  private static final int HEX = 16;

  private SpanIds() {}

  /**
   * Returns the id in lower case without leading zeros; null if there is no id. Counts a cut id.
   */
  static @Nullable String read(String text, SpanSink sink, String where) {
    String id = text.strip();
    if (!id.isEmpty()
        && id.length() < TRACE_DIGITS
        && id.length() != SPAN_DIGITS
        && !isBase64(id)) {
      sink.damaged(Damage.CUT_ID, where);
    }
    return plain(id);
  }

  private static boolean isBase64(String id) {
    return (id.length() == BASE64_SPAN || id.length() == BASE64_TRACE) && id.endsWith("=");
  }

  /** Returns the same as {@link #read}, without counting. */
  static @Nullable String plain(String text) {
    String hex = text.strip();
    if (isBase64(hex)) {
      try {
        hex = HexFormat.of().formatHex(Base64.getDecoder().decode(hex));
      } catch (IllegalArgumentException e) {
        // an id of another kind
      }
    }
    return withoutZeros(isHex(hex) ? hex.toLowerCase(Locale.ROOT) : hex);
  }

  /**
   * Returns the normalized id of a table, where ids may be of any kind. Only an id with 16 or 32
   * digits counts as hexadecimal. Empty if there is no id.
   */
  static String ofTable(String id) {
    boolean isWhole = id.length() == SPAN_DIGITS || id.length() == TRACE_DIGITS;
    if (!isWhole || !isHex(id)) {
      return id;
    }
    String plain = withoutZeros(id.toLowerCase(Locale.ROOT));
    return plain == null ? "" : plain;
  }

  /** True for hexadecimal digits and the hyphens of a UUID. */
  private static boolean isHex(String id) {
    for (int i = 0; i < id.length(); i++) {
      if (Character.digit(id.charAt(i), HEX) < 0 && id.charAt(i) != '-') {
        return false;
      }
    }
    return true;
  }

  /** Removes the leading zeros of a complete id. Returns null if nothing is left. */
  static @Nullable String withoutZeros(String hex) {
    int zeros = 0;
    while (zeros < hex.length() && hex.charAt(zeros) == '0') {
      zeros++;
    }
    return zeros == hex.length() ? null : hex.substring(zeros);
  }
}
