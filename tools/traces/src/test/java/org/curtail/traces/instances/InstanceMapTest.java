package org.curtail.traces.instances;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.curtail.testkit.Cases;
import org.curtail.traces.DamageCounts;
import org.curtail.traces.Span;
import org.curtail.traces.SpanKind;
import org.curtail.traces.Trace;
import org.curtail.traces.TraceAssembly;
import org.curtail.traces.workflow.TracedWorkflow;
import org.curtail.traces.workflow.WhatIf;
import org.junit.jupiter.api.Test;

/** Requests of a front that calls one of several instances of a stock. */
class InstanceMapTest {
  private static final long MILLI = 1_000_000;

  /**
   * A call of stock.
   *
   * @param atMillis start of the request
   */
  private record Call(long atMillis, int instance, double millis) {}

  /** The share of slow calls of an instance at a time. */
  private interface Slowness {
    double of(int instance, double time);
  }

  /** Calls at equal distances; slow times come in bursts, as the calls of a burst share a queue. */
  private static List<Call> calls(long seed, int requests, int instances, Slowness slowness) {
    var random = new SplittableRandom(seed);
    var calls = new ArrayList<Call>();
    boolean[] isSlow = new boolean[instances];
    for (int i = 0; i < requests; i++) {
      int instance = random.nextInt(instances);
      if (random.nextInt(3) == 0) {
        isSlow[instance] = random.nextDouble() < slowness.of(instance, (double) i / requests);
      }
      double millis =
          3 + random.nextDouble() + (isSlow[instance] ? 40 + 40 * random.nextDouble() : 0);
      calls.add(new Call(10L * i, instance, millis));
    }
    return calls;
  }

  private static List<Trace> traces(List<Call> calls) {
    var traces = new ArrayList<Trace>();
    for (Call call : calls) {
      String id = "%06d".formatted(traces.size());
      long start = MILLI * call.atMillis;
      long nanos = Math.round(MILLI * call.millis);
      traces.add(
          TraceAssembly.of(
              List.of(
                  new Span(
                          id,
                          "0",
                          null,
                          "front",
                          "page",
                          SpanKind.SERVER,
                          start,
                          nanos + 2 * MILLI,
                          false)
                      .at("front-0"),
                  new Span(
                          id,
                          "1",
                          "0",
                          "front",
                          "Get",
                          SpanKind.CLIENT,
                          start + MILLI,
                          nanos,
                          false)
                      .at("front-0"),
                  new Span(
                          id,
                          "2",
                          "1",
                          "stock",
                          "Get",
                          SpanKind.SERVER,
                          start + MILLI,
                          nanos,
                          false)
                      .at("stock-" + call.instance)),
              new DamageCounts()));
    }
    return traces;
  }

  private static List<String> flaky(List<Call> calls) {
    return InstanceMap.of(traces(calls)).flaky().stream().map(InstanceVisits::instance).toList();
  }

  @Test
  void visitsAndSlowVisitsAreCountedByInstanceAndSlot() {
    List<Call> calls = calls(1, 4_000, 3, (instance, time) -> 0.04 + 0.1 * instance * time);
    InstanceMap map = InstanceMap.of(traces(calls));
    double[] sorted = calls.stream().mapToDouble(Call::millis).sorted().toArray();
    double slowFrom = sorted[(int) Math.ceil(0.95 * sorted.length) - 1];
    assertThat(map.instances()).hasSize(4);
    for (InstanceVisits found : map.instances()) {
      if (!found.service().equals("stock")) {
        assertThat(found.excess()).isNull();
        assertThat(found.visits()).isEqualTo(calls.size());
        continue;
      }
      for (int slot = 0; slot < found.slots().size(); slot++) {
        long from = map.startNanos() + slot * map.slotNanos();
        long to = from + map.slotNanos();
        List<Call> here =
            calls.stream()
                .filter(call -> found.instance().equals("stock-" + call.instance))
                .filter(call -> MILLI * call.atMillis + MILLI >= from)
                .filter(call -> MILLI * call.atMillis + MILLI < to)
                .toList();
        assertThat(found.slots().get(slot).visits()).isEqualTo(here.size());
        assertThat(found.slots().get(slot).slow())
            .isEqualTo((int) here.stream().filter(call -> call.millis > slowFrom).count());
      }
    }
  }

  @Test
  void equalInstancesAreRarelyCalledFlakyEvenIfAllAreSlowAtTimes() {
    int alarms = 0;
    int recordings = Cases.count(30, 300);
    for (long seed = 1; seed <= recordings; seed++) {
      alarms +=
          flaky(calls(seed, 1_500, 3, (instance, time) -> time > 0.4 && time < 0.6 ? 0.3 : 0.03))
                  .isEmpty()
              ? 0
              : 1;
    }
    assertThat(alarms).isLessThanOrEqualTo(recordings / 10);
  }

  @Test
  void anInstanceThatIsAlwaysOrForAWhileSlowMoreOftenIsNamed() {
    for (long seed = 1; seed <= Cases.count(3, 30); seed++) {
      assertThat(flaky(calls(seed, 4_000, 3, (instance, time) -> instance == 1 ? 0.12 : 0.02)))
          .as("seed %d", seed)
          .containsExactly("stock-1");
      assertThat(
              flaky(
                  calls(
                      seed,
                      4_000,
                      4,
                      (instance, time) -> instance == 2 && time > 0.5 && time < 0.6 ? 0.8 : 0.02)))
          .as("seed %d", seed)
          .containsExactly("stock-2");
    }
  }

  @Test
  void theGainWithoutAFlakyInstanceIsThatOfTheNearestCallsElsewhere() {
    List<Call> calls = calls(3, 4_000, 3, (instance, time) -> instance == 0 ? 0.2 : 0.002);
    WithoutFlaky found = WithoutFlaky.of(WhatIf.of(TracedWorkflow.of(traces(calls)).getFirst(), 1));
    List<Call> later = calls.subList(2_000, 4_000);
    List<Call> elsewhere = later.stream().filter(call -> call.instance != 0).toList();
    double[] moved =
        later.stream()
            .mapToDouble(call ->
                call.instance != 0
                    ? call.millis
                    : elsewhere.stream()
                        .min(
                            Comparator.comparingLong(
                                other -> Math.abs(other.atMillis - call.atMillis)))
                        .orElseThrow()
                        .millis)
            .sorted()
            .toArray();
    double[] recorded = later.stream().mapToDouble(Call::millis).sorted().toArray();
    int place = (int) Math.ceil(0.99 * recorded.length) - 1;
    assertThat(found.avoided()).extracting(InstanceVisits::instance).containsExactly("stock-0");
    assertThat(found.gain().p99().gainMillis())
        .isCloseTo(recorded[place] - moved[place], within(1e-3));
    assertThat(found.gain().p99().isShown()).isTrue();
  }

  @Test
  void spansWithoutInstancesHaveNoMap() {
    List<Trace> traces =
        IntStream.range(0, 10)
            .mapToObj(i ->
                TraceAssembly.of(
                    List.of(new Span("t" + i, "0", null, "a", "b", SpanKind.SERVER, i, 1, false)),
                    new DamageCounts()))
            .toList();
    assertThat(InstanceMap.of(traces).instances()).isEmpty();
    assertThat(Arrays.asList(InstanceMap.of(List.of()).instances().toArray())).isEmpty();
  }
}
