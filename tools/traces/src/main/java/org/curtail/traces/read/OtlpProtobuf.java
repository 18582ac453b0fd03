package org.curtail.traces.read;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import io.airlift.compress.v3.zstd.ZstdInputStream;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import io.opentelemetry.proto.trace.v1.TracesData;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HexFormat;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.traces.Damage;
import org.jspecify.annotations.Nullable;

/**
 * Reads spans of OpenTelemetry in protobuf. Holds one message at a time; without framing, one
 * resource at a time. Counts an unreadable message and continues with the next one.
 */
final class OtlpProtobuf {
  private static final HexFormat HEX = HexFormat.of();

  private static final int SCOPES = 2;
  private static final int ITEMS = 2;
  private static final int TRACE_BYTES = 16;

  private final String file;
  private final SpanSink sink;
  private final TableSpans table;
  private final JsonSpans json;
  private long message;

  private OtlpProtobuf(String file, SpanSink sink) {
    this.file = file;
    this.sink = sink;
    table = new TableSpans(sink);
    json = new JsonSpans(sink, table::row);
  }

  /** Reads a file to its end or to a broken frame, which counts as one record. */
  static void read(InputStream content, ProtobufFraming framing, String file, SpanSink sink)
      throws IOException {
    var spans = new OtlpProtobuf(file, sink);
    switch (framing) {
      case NONE -> spans.unframed(content);
      case FOUR_BYTES, VARINT -> spans.messages(content, framing);
    }
    spans.table.end();
  }

  private String where() {
    return "%s, message %d".formatted(file, message);
  }

  private void messages(InputStream content, ProtobufFraming framing) throws IOException {
    while (true) {
      long bytes = framing == ProtobufFraming.VARINT ? varint(content) : fourBytes(content);
      if (bytes < 0) {
        return;
      }
      message++;
      byte[] whole =
          bytes > ProtobufFraming.LONGEST_MESSAGE_BYTES
              ? new byte[0]
              : content.readNBytes((int) bytes);
      if (whole.length < bytes) {
        sink.damaged(
            Damage.UNREADABLE,
            "%s: expected %,d bytes, found %,d; nothing behind them is read"
                .formatted(where(), bytes, whole.length));
        return;
      }
      message(whole);
    }
  }

  /** Returns a value below 0 at the end. */
  private static long fourBytes(InputStream content) throws IOException {
    byte[] bytes = content.readNBytes(4);
    return bytes.length == 0
        ? -1
        : bytes.length < 4 ? Long.MAX_VALUE : ByteBuffer.wrap(bytes).getInt() & 0xFFFF_FFFFL;
  }

  private static long varint(InputStream content) throws IOException {
    int first = content.read();
    if (first < 0) {
      return -1;
    }
    try {
      return CodedInputStream.readRawVarint32(first, content) & 0xFFFF_FFFFL;
    } catch (InvalidProtocolBufferException e) {
      return Long.MAX_VALUE;
    }
  }

  private void message(byte[] bytes) {
    try {
      byte[] plain =
          ProtobufFraming.isPacked(bytes, 0)
              ? new ZstdInputStream(new ByteArrayInputStream(bytes)).readAllBytes()
              : bytes;
      if (plain.length > 0 && plain[0] == '{') {
        json.value(plain, where());
      } else {
        CodedInputStream input = CodedInputStream.newInstance(plain);
        for (int tag = input.readTag(); tag != 0; tag = input.readTag()) {
          if (isResource(tag)) {
            resource(input.readByteArray());
          } else if (!input.skipField(tag)) {
            throw new InvalidProtocolBufferException("the end of a group without a beginning");
          }
        }
      }
    } catch (IOException | RuntimeException e) {
      // Zstandard's decoder throws unchecked exceptions for damaged data.
      unreadable(e);
    }
  }

  private void unframed(InputStream content) throws IOException {
    CodedInputStream input = CodedInputStream.newInstance(content);
    input.setSizeLimit(Integer.MAX_VALUE);
    try {
      for (int tag = input.readTag(); tag != 0; tag = input.readTag()) {
        input.resetSizeCounter();
        if (isResource(tag)) {
          message++;
          byte[] bytes = input.readByteArray();
          try {
            resource(bytes);
          } catch (InvalidProtocolBufferException e) {
            unreadable(e);
          }
        } else if (!input.skipField(tag)) {
          unreadable(new InvalidProtocolBufferException("the end of a group without a beginning"));
          return;
        }
      }
    } catch (InvalidProtocolBufferException e) {
      unreadable(e);
    }
  }

  private void unreadable(Exception e) {
    sink.damaged(Damage.UNREADABLE, where() + ": " + Failure.reason(e));
  }

  private static boolean isResource(int tag) {
    return WireFormat.getTagFieldNumber(tag) == TracesData.RESOURCE_SPANS_FIELD_NUMBER
        && WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED;
  }

  private void resource(byte[] bytes) throws IOException {
    if (isOtherSignal(bytes)) {
      sink.damaged(Damage.OTHER_SIGNAL, where());
    } else {
      resource(ResourceSpans.parseFrom(bytes));
    }
  }

  private void resource(ResourceSpans spans) {
    var resource = new HashMap<String, String>();
    for (KeyValue attribute : spans.getResource().getAttributesList()) {
      resource.put(attribute.getKey(), attribute.getValue().getStringValue());
    }
    for (ScopeSpans scope : spans.getScopeSpansList()) {
      for (Span span : scope.getSpansList()) {
        OtlpSpan.read(
            id(span.getTraceId()),
            id(span.getSpanId()),
            id(span.getParentSpanId()),
            resource,
            span.getName(),
            Integer.toString(span.getKindValue()),
            span.getStartTimeUnixNano(),
            span.getEndTimeUnixNano(),
            span.getStatus().getCode() == Status.StatusCode.STATUS_CODE_ERROR,
            sink,
            where());
      }
    }
  }

  private static @Nullable String id(ByteString bytes) {
    return SpanIds.withoutZeros(HEX.formatHex(bytes.toByteArray()));
  }

  /**
   * True if the protobuf message of one resource has metrics or logs. Metrics and logs use the same
   * field numbers as spans on the outer levels, so the innermost message decides. A span has its
   * start and end as fixed64 numbers in fields 7 and 8. A log has its time in field 1 or 11. A
   * metric has no fixed64 number, and its field 1 is a name; that of a span has sixteen bytes.
   *
   * <p>False for a resource without content.
   */
  private static boolean isOtherSignal(byte[] resource) throws IOException {
    byte[] item = firstMessage(firstMessage(resource, SCOPES), ITEMS);
    CodedInputStream fields = CodedInputStream.newInstance(item);
    boolean isLog = false;
    boolean isSpan = item.length == 0;
    for (int tag = fields.readTag(); tag != 0; tag = fields.readTag()) {
      int field = WireFormat.getTagFieldNumber(tag);
      int type = WireFormat.getTagWireType(tag);
      if (type == WireFormat.WIRETYPE_FIXED64) {
        isLog |= field == 1 || field == 11;
        isSpan |= field == 7 || field == 8;
      }
      if (field == 1 && type == WireFormat.WIRETYPE_LENGTH_DELIMITED) {
        isSpan |= fields.readByteArray().length == TRACE_BYTES;
      } else if (!fields.skipField(tag)) {
        return false;
      }
    }
    return isLog || !isSpan;
  }

  /** Returns the first message in a field; empty if there is none. */
  private static byte[] firstMessage(byte[] message, int wanted) throws IOException {
    CodedInputStream fields = CodedInputStream.newInstance(message);
    for (int tag = fields.readTag(); tag != 0; tag = fields.readTag()) {
      if (WireFormat.getTagFieldNumber(tag) == wanted
          && WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED) {
        return fields.readByteArray();
      }
      if (!fields.skipField(tag)) {
        break;
      }
    }
    return new byte[0];
  }
}
