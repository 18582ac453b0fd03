package org.curtail.examples;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.curtail.hedge.Hedge;
import org.curtail.opentelemetry.EngineTelemetry;
import org.curtail.opentelemetry.HedgeTelemetry;
import org.curtail.policy.FixedInterval;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.SharedWork;

/** How to trace requests of an engine and calls of a hedge by OpenTelemetry. */
public class Example22OpenTelemetry {
  public static void main(String[] args) throws Exception {
    // A service has an SDK with an exporter to its collector; this one keeps the spans.
    var spans = InMemorySpanExporter.create();
    var openTelemetry =
        OpenTelemetrySdk.builder()
            .setTracerProvider(
                SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(spans))
                    .build())
            .build();
    try (openTelemetry;
        Curtail curtail = Curtail.with(new FixedInterval(5, 2)).cores(2).name("search").start();
        Hedge hedge =
            Hedge.of(ReissuePolicy.singleD(20))
                .named("catalog")
                .leastSamples(0)
                .idempotent()
                .start()) {
      EngineTelemetry requests = EngineTelemetry.bind(curtail, openTelemetry);
      HedgeTelemetry calls = HedgeTelemetry.bind(hedge, openTelemetry);

      Span page = openTelemetry.getTracer("service").spanBuilder("GET /search").startSpan();
      Context.current()
          .with(page)
          .wrap(() -> {
            calls.call(attempt -> CompletableFuture.completedFuture("answer")).get();
            return curtail.run(SharedWork.of(40, chunk -> compute(chunk), Integer::sum));
          })
          .call();
      page.end();
      requests.close();
      calls.close();
      print(spans.getFinishedSpanItems(), page.getSpanContext().getSpanId(), "");
    }
  }

  /** Prints the spans below a parent. */
  private static void print(List<SpanData> all, String parent, String indent) {
    all.stream()
        .filter(span -> span.getParentSpanId().equals(parent))
        .sorted(Comparator.comparingLong(SpanData::getStartEpochNanos))
        .forEach(span -> {
          System.out.println(indent + span.getName());
          span.getEvents()
              .forEach(event ->
                  System.out.println(
                      indent + "  " + event.getName() + " " + event.getAttributes()));
          print(all, span.getSpanId(), indent + "  ");
        });
  }

  /** Keeps a core busy for a millisecond. */
  private static int compute(int chunk) {
    long untilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1);
    int sum = chunk;
    while (System.nanoTime() < untilNanos) {
      sum++;
    }
    return sum;
  }
}
