package org.curtail.traces.read;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.ByteString;
import io.airlift.compress.v3.zstd.ZstdOutputStream;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import io.opentelemetry.proto.trace.v1.Status.StatusCode;
import io.opentelemetry.proto.trace.v1.TracesData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import org.curtail.traces.Span;

/** Writes spans as OpenTelemetry protobuf in each supported framing. */
final class SpanMessages {
  private SpanMessages() {}

  /** One message per span, the smallest batches of a collector. */
  static List<byte[]> messages(List<Span> spans) {
    return spans.stream().map(span -> message(span).toByteArray()).toList();
  }

  private static TracesData message(Span span) {
    var message = TracesData.newBuilder();
    var resource = message.addResourceSpansBuilder();
    resource
        .getResourceBuilder()
        .addAttributes(
            KeyValue.newBuilder()
                .setKey("service.name")
                .setValue(AnyValue.newBuilder().setStringValue(span.service())))
        .addAttributes(
            KeyValue.newBuilder()
                .setKey("k8s.pod.name")
                .setValue(AnyValue.newBuilder().setStringValue(span.instance())));
    var one =
        resource
            .addScopeSpansBuilder()
            .addSpansBuilder()
            .setTraceId(bytes(SpanTexts.traceId(span.traceId())))
            .setSpanId(bytes(SpanTexts.spanId(span.id())))
            .setName(span.operation())
            .setKind(SpanKind.forNumber(SpanTexts.otlp(span.kind())))
            .setStartTimeUnixNano(span.startNanos())
            .setEndTimeUnixNano(span.startNanos() + span.durationNanos());
    if (span.parentId() != null) {
      one.setParentSpanId(bytes(SpanTexts.spanId(span.parentId())));
    }
    one.getStatusBuilder()
        .setCode(span.failed() ? StatusCode.STATUS_CODE_ERROR : StatusCode.STATUS_CODE_UNSET);
    return message.build();
  }

  private static ByteString bytes(String hex) {
    return ByteString.copyFrom(HexFormat.of().parseHex(hex));
  }

  /** Concatenates the messages, which gives one message. */
  static byte[] uncut(List<byte[]> messages) {
    var file = new ByteArrayOutputStream();
    messages.forEach(file::writeBytes);
    return file.toByteArray();
  }

  /** Puts the length before each message, as the collector's file exporter does. */
  static byte[] withFourBytes(List<byte[]> messages) {
    var file = new ByteArrayOutputStream();
    for (byte[] message : messages) {
      file.writeBytes(ByteBuffer.allocate(4).putInt(message.length).array());
      file.writeBytes(message);
    }
    return file.toByteArray();
  }

  /** Compresses each message separately, as the collector's file exporter does. */
  static byte[] packed(List<byte[]> messages) {
    return withFourBytes(messages.stream().map(SpanMessages::zstd).toList());
  }

  /** Delimits messages as protobuf's own writers do. */
  static byte[] withVarints(List<byte[]> messages) {
    var file = new ByteArrayOutputStream();
    for (byte[] message : messages) {
      int rest = message.length;
      while (rest >= 0x80) {
        file.write((rest & 0x7F) | 0x80);
        rest >>>= 7;
      }
      file.write(rest);
      file.writeBytes(message);
    }
    return file.toByteArray();
  }

  /** The JSON in the collector's compressed files. */
  static byte[] packedJson(List<Span> spans) {
    return packed(SpanTexts.otlp(spans).stream().map(line -> line.getBytes(UTF_8)).toList());
  }

  static byte[] zstd(byte[] plain) {
    var packed = new ByteArrayOutputStream();
    try (OutputStream out = new ZstdOutputStream(packed)) {
      out.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packed.toByteArray();
  }
}
