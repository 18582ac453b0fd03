package org.curtail.traces.read;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Framing of messages in an OpenTelemetry protobuf file, detected from its first bytes. */
enum ProtobufFraming {
  /** No framing: one message, or several in sequence, which protobuf reads as one. */
  NONE,
  /**
   * A big-endian length of four bytes before each message, as the collector's file exporter writes.
   * Each message, protobuf or JSON, may be compressed.
   */
  FOUR_BYTES,
  /** A varint length before each message: protobuf's own delimited messages. */
  VARINT;

  /** Maximum length of a message. */
  static final int LONGEST_MESSAGE_BYTES = 256 << 20;

  private static final int HEAD_BYTES = 32;

  /**
   * Field 1, length-delimited: the spans of a resource in a message, and the resource in its spans.
   */
  private static final int FIRST_FIELD = 0x0A;

  /** Field 2, length-delimited: the spans of a scope. */
  private static final int SCOPE_SPANS = 0x12;

  /** Field 2 of a resource: number of dropped attributes. */
  private static final int DROPPED = 0x10;

  /** Minimum length of a message with a span: two ids and their framing. */
  private static final int SHORTEST = 28;

  /**
   * Detects the framing of a markable stream without consuming it. Returns null if the content is
   * not protobuf.
   */
  static @Nullable ProtobufFraming of(InputStream content) throws IOException {
    content.mark(HEAD_BYTES);
    byte[] head = content.readNBytes(HEAD_BYTES);
    content.reset();
    if (head.length > 5 && isFourBytes(head)) {
      return FOUR_BYTES;
    }
    if (isMessage(head, 0)) {
      return NONE;
    }
    return varint(head, 0) >= SHORTEST && isMessage(head, afterVarint(head, 0)) ? VARINT : null;
  }

  private static boolean isFourBytes(byte[] head) {
    int bytes =
        (head[0] & 0xFF) << 24 | (head[1] & 0xFF) << 16 | (head[2] & 0xFF) << 8 | (head[3] & 0xFF);
    return bytes > 0
        && bytes <= LONGEST_MESSAGE_BYTES
        && (isMessage(head, 4) || head[4] == '{' || isPacked(head, 4));
  }

  /** True if a message with spans begins here. */
  private static boolean isMessage(byte[] head, int from) {
    if (at(head, from) != FIRST_FIELD || varint(head, from + 1) < SHORTEST) {
      return false;
    }
    int field = afterVarint(head, from + 1);
    if (at(head, field) != FIRST_FIELD) {
      return at(head, field) == SCOPE_SPANS;
    }
    int resource = afterVarint(head, field + 1);
    int next = at(head, resource);
    return varint(head, field + 1) == 0
        ? next == SCOPE_SPANS
        : next == FIRST_FIELD || next == DROPPED;
  }

  /** True if a Zstandard frame begins here. */
  static boolean isPacked(byte[] bytes, int from) {
    return at(bytes, from) == 0x28
        && at(bytes, from + 1) == 0xB5
        && at(bytes, from + 2) == 0x2F
        && at(bytes, from + 3) == 0xFD;
  }

  private static int at(byte[] bytes, int place) {
    return place < bytes.length ? bytes[place] & 0xFF : -1;
  }

  /** Returns the varint at an index; -1 if there is none. */
  private static long varint(byte[] bytes, int from) {
    long value = 0;
    for (int i = 0; i < 5; i++) {
      int part = at(bytes, from + i);
      if (part < 0) {
        return -1;
      }
      value |= (long) (part & 0x7F) << (7 * i);
      if (part < 0x80) {
        return value;
      }
    }
    return -1;
  }

  private static int afterVarint(byte[] bytes, int from) {
    int at = from;
    while (at(bytes, at) >= 0x80) {
      at++;
    }
    return at + 1;
  }
}
