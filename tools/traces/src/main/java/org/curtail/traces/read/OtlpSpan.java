package org.curtail.traces.read;

import java.util.Map;
import org.curtail.traces.Damage;
import org.curtail.traces.Span;
import org.jspecify.annotations.Nullable;

/** Creates spans of OpenTelemetry from the values of their fields, from JSON or protobuf. */
final class OtlpSpan {
  private OtlpSpan() {}

  /**
   * Passes a span to the sink, or counts it as unreadable.
   *
   * @param traceId id without leading zeros; null if there is none
   * @param id id without leading zeros; null if there is none
   * @param parentId id without leading zeros; null if there is none
   * @param resource attributes of the service, such as {@code service.name}
   * @param startNanos start since 1970; 0 or less if missing or beyond the range of a long
   * @param endNanos end since 1970; 0 or less if missing or beyond the range of a long
   */
  static void read(
      @Nullable String traceId,
      @Nullable String id,
      @Nullable String parentId,
      Map<String, String> resource,
      String name,
      String kind,
      long startNanos,
      long endNanos,
      boolean failed,
      SpanSink sink,
      String where) {
    if (traceId == null || id == null || startNanos <= 0) {
      sink.damaged(
          Damage.UNREADABLE,
          where + ": expected a span with ids that are not 0 and a startTimeUnixNano since 1970");
      return;
    }
    sink.span(
        new Span(
                traceId,
                id,
                parentId,
                SpanFields.service(resource.getOrDefault("service.name", ""), sink, where),
                name,
                SpanFields.kind(kind),
                startNanos,
                endNanos <= 0 ? Span.UNFINISHED : Math.max(0, endNanos - startNanos),
                failed)
            .at(SpanFields.instance(resource)));
  }
}
