package org.curtail.traces.read;

import java.util.Base64;
import java.util.HexFormat;
import org.curtail.traces.Damage;
import org.jspecify.annotations.Nullable;

/**
 * Ids as JSON formats write them: hexadecimal, of which some programs cut leading zeros and some
 * send base64, as protobuf's own JSON has it.
 */
final class SpanIds {
  private static final int SPAN_DIGITS = 16;
  private static final int TRACE_DIGITS = 32;
  private static final int BASE64_SPAN = 12;
  private static final int BASE64_TRACE = 24;

  private SpanIds() {}

  /** The id without leading zeros; null if there is none. */
  static @Nullable String read(String text, SpanSink sink, String where) {
    String hex = text.strip();
    if ((hex.length() == BASE64_SPAN || hex.length() == BASE64_TRACE) && hex.endsWith("=")) {
      try {
        hex = HexFormat.of().formatHex(Base64.getDecoder().decode(hex));
      } catch (IllegalArgumentException e) {
        // Then it is an id of somebody's own making.
      }
    } else if (!hex.isEmpty()
        && hex.length() != SPAN_DIGITS
        && hex.length() != TRACE_DIGITS
        && hex.length() < TRACE_DIGITS) {
      sink.damaged(Damage.CUT_ID, where);
    }
    return withoutZeros(hex);
  }

  /** The same of an id that has all of its digits. */
  static @Nullable String withoutZeros(String hex) {
    int zeros = 0;
    while (zeros < hex.length() && hex.charAt(zeros) == '0') {
      zeros++;
    }
    return zeros == hex.length() ? null : hex.substring(zeros);
  }
}
