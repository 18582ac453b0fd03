package org.curtail.traces.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.curtail.traces.DamageCounts;
import org.curtail.traces.Span;
import org.curtail.traces.SpanKind;
import org.curtail.traces.Trace;
import org.curtail.traces.TraceAssembly;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A front that calls a catalog, then a cart. The times before and after a change are known. */
class WhatIfTest {
  private static final int REQUESTS = 6_000;
  private static final StageName CATALOG = new StageName("catalog", "GetItem");
  private static final CallTarget GET_ITEM = new CallTarget("front", CATALOG);

  private final List<double[]> millis = new ArrayList<>();

  private TracedWorkflow workflow(long seed) {
    var random = new SplittableRandom(seed);
    List<Trace> traces = new ArrayList<>();
    for (int i = 0; i < REQUESTS; i++) {
      double catalog = 5 + random.nextDouble() + (random.nextInt(40) == 0 ? 100 : 0);
      double cart = 3 + random.nextDouble();
      millis.add(new double[] {catalog, cart});
      traces.add(request(i, catalog, cart));
    }
    return TracedWorkflow.of(traces).getFirst();
  }

  private static Trace request(int number, double catalog, double cart) {
    long at = number * 10_000_000L;
    long first = Math.round(catalog * 1e6);
    long second = Math.round(cart * 1e6);
    String id = "%06d".formatted(number);
    return TraceAssembly.of(
        List.of(
            span(id, "r", null, "front", "page", SpanKind.SERVER, at, first + second + 1_000_000),
            span(id, "c", "r", "front", "GetItem", SpanKind.CLIENT, at, first),
            span(id, "cs", "c", "catalog", "GetItem", SpanKind.SERVER, at, first),
            span(id, "k", "r", "front", "AddItem", SpanKind.CLIENT, at + first, second),
            span(id, "ks", "k", "cart", "AddItem", SpanKind.SERVER, at + first, second)),
        new DamageCounts());
  }

  private static Span span(
      String trace,
      String id,
      @Nullable String parent,
      String service,
      String operation,
      SpanKind kind,
      long start,
      long duration) {
    return new Span(trace, id, parent, service, operation, kind, start, duration, false);
  }

  /** The 99th percentile of the second half with a changed time of the catalog. */
  private double p99(DoubleUnaryOperator catalog) {
    double[] later =
        millis.subList(REQUESTS / 2, REQUESTS).stream()
            .mapToDouble(m -> catalog.applyAsDouble(m[0]) + m[1] + 1)
            .sorted()
            .toArray();
    return later[(int) Math.ceil(0.99 * later.length) - 1];
  }

  @Test
  void gainOfAFasterOrSteadierStageEqualsTheReducedTimes() {
    WhatIf whatIf = WhatIf.of(workflow(5), 1);
    Forecast faster = whatIf.of(new Intervention.Faster(CATALOG, 0.2));
    assertThat(faster.p99().millis()).isEqualTo(p99(t -> t), within(1e-5));
    assertThat(faster.p99().gainMillis()).isEqualTo(p99(t -> t) - p99(t -> 0.8 * t), within(1e-5));
    Intervention.Capped capped = whatIf.capped(CATALOG);
    double[] first =
        millis.subList(0, REQUESTS / 2).stream().mapToDouble(m -> m[0]).sorted().toArray();
    assertThat(capped.limitMillis()).isEqualTo(first[first.length / 2 - 1], within(1e-5));
    Forecast steadier = whatIf.of(capped);
    assertThat(steadier.p99().gainMillis())
        .isEqualTo(p99(t -> t) - p99(t -> Math.min(t, capped.limitMillis())), within(1e-5));
    assertThat(steadier.p99().isShown()).isTrue();
    assertThat(steadier.copies()).isZero();
  }

  @Test
  void hedgingAgainstRareSlownessGainsAsMuchAsACopy() {
    WhatIf whatIf = WhatIf.of(workflow(6), 1);
    Intervention.Hedged hedged = whatIf.hedged(GET_ITEM, 0.05);
    assertThat(hedged.delayMillis()).isBetween(5.9, 6.0);
    Forecast forecast = whatIf.of(hedged);
    // One in 40 is slow, and one in 40 copies: the 99th percentile is delay, copy and cart.
    assertThat(forecast.p99().millis() - forecast.p99().gainMillis()).isBetween(12.0, 16.0);
    assertThat(forecast.p99().lowMillis()).isGreaterThan(50);
    assertThat(forecast.p99().lowMillis()).isLessThanOrEqualTo(forecast.p99().gainMillis());
    assertThat(forecast.p99().highMillis()).isGreaterThanOrEqualTo(forecast.p99().gainMillis());
    assertThat(forecast.copies()).isBetween(0.03, 0.07);
    assertThat(whatIf.of(hedged)).isEqualTo(forecast);
  }

  @Test
  void costOfSeveralHedgesIsTheWorkOfAllCopies() {
    WhatIf whatIf = WhatIf.of(workflow(8), 1);
    Intervention.Hedged catalog = whatIf.hedged(GET_ITEM, 0.02);
    Intervention.Hedged cart =
        whatIf.hedged(new CallTarget("front", new StageName("cart", "AddItem")), 0.3);
    List<double[]> later = millis.subList(REQUESTS / 2, REQUESTS);
    double ofCatalog = later.stream().mapToDouble(m -> m[0]).average().orElseThrow();
    double ofCart = later.stream().mapToDouble(m -> m[1]).average().orElseThrow();
    double ofAll = later.size() * (ofCatalog + ofCart + 1);
    long copiesOfCatalog = later.stream().filter(m -> m[0] > catalog.delayMillis()).count();
    long copiesOfCart = later.stream().filter(m -> m[1] > cart.delayMillis()).count();
    double cost = (copiesOfCatalog * ofCatalog + copiesOfCart * ofCart) / ofAll;
    for (List<Intervention.Hedged> both : List.of(List.of(catalog, cart), List.of(cart, catalog))) {
      WhatIf.Together together = whatIf.of(both);
      assertThat(together.copies()).isEqualTo((int) (copiesOfCatalog + copiesOfCart));
      assertThat(together.copiesCost()).isEqualTo(cost, within(1e-6));
    }
  }

  @Test
  void writingCallsAndTheirCallersAreNotRepeated() {
    List<Trace> traces = workflow(7).traces();
    Repeatable repeatable = Repeatable.of(traces, Set.of(), Set.of());
    var addItem = new CallTarget("front", new StageName("cart", "AddItem"));
    var page = new CallTarget("", new StageName("front", "page"));
    assertThat(repeatable.isRepeatable(GET_ITEM)).isTrue();
    assertThat(repeatable.isRepeatable(addItem)).isFalse();
    assertThat(repeatable.isRepeatable(page)).isFalse();
    assertThat(repeatable.isRepeatable(new CallTarget("front", new StageName("gone", "Get"))))
        .isFalse();
    assertThat(Repeatable.of(traces, Set.of("cart"), Set.of()).isRepeatable(addItem)).isTrue();
    assertThat(Repeatable.of(traces, Set.of(), Set.of("catalog GetItem")).isRepeatable(GET_ITEM))
        .isFalse();
  }

  @Test
  void namesDistinguishReadsFromWrites() {
    for (String read : List.of("GetItem", "shop.Catalog/ListProducts", "HTTP GET", "SELECT shop")) {
      assertThat(Repeatable.reads(read)).as(read).isTrue();
    }
    for (String other :
        List.of("AddItem", "GetOrCreate", "POST /search", "Convert", "SELECT a FOR UPDATE", "")) {
      assertThat(Repeatable.reads(other)).as(other).isFalse();
    }
  }

  @Test
  void writeMakesItsCallersWritesInAllRequests() {
    // The second request has the writing call below the reading one, unlike the first.
    List<Trace> traces = List.of(chain("1", false), chain("2", true));
    Repeatable repeatable = Repeatable.of(traces, Set.of(), Set.of());
    assertThat(repeatable.isRepeatable(new CallTarget("a", new StageName("b", "GetB")))).isFalse();
    assertThat(repeatable.isRepeatable(new CallTarget("b", new StageName("c", "GetC")))).isFalse();
    assertThat(
            Repeatable.of(traces.subList(0, 1), Set.of(), Set.of())
                .isRepeatable(new CallTarget("a", new StageName("b", "GetB"))))
        .isTrue();
  }

  private static Trace chain(String id, boolean writes) {
    List<Span> spans = new ArrayList<>();
    spans.add(span(id, "r", null, "a", "page", SpanKind.SERVER, 0, 100));
    spans.add(span(id, "bc", "r", "a", "GetB", SpanKind.CLIENT, 10, 80));
    spans.add(span(id, "b", "bc", "b", "GetB", SpanKind.SERVER, 10, 80));
    spans.add(span(id, "cc", "b", "b", "GetC", SpanKind.CLIENT, 20, 50));
    spans.add(span(id, "c", "cc", "c", "GetC", SpanKind.SERVER, 20, 50));
    if (writes) {
      spans.add(span(id, "dc", "c", "c", "InsertRow", SpanKind.CLIENT, 30, 20));
      spans.add(span(id, "d", "dc", "d", "InsertRow", SpanKind.SERVER, 30, 20));
    }
    return TraceAssembly.of(spans, new DamageCounts());
  }

  @Test
  void hedgingAStageInASlowPeriodGainsLittle() {
    List<Trace> traces = new ArrayList<>();
    var random = new SplittableRandom(9);
    for (int i = 0; i < REQUESTS; i++) {
      // 300 successive requests of 3,000 are slow.
      boolean slow = i % 3_000 >= 2_700;
      traces.add(request(i, (slow ? 100 : 5) + random.nextDouble(), 3));
    }
    WhatIf whatIf = WhatIf.of(TracedWorkflow.of(traces).getFirst(), 1);
    Forecast forecast = whatIf.of(new Intervention.Hedged(GET_ITEM, 6));
    assertThat(forecast.p99().gainMillis()).isLessThan(2);
    assertThat(forecast.copies()).isLessThan(0.11);
  }
}
