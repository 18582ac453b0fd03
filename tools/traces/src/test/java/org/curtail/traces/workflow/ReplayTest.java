package org.curtail.traces.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.curtail.traces.DamageCounts;
import org.curtail.traces.RandomApplication;
import org.curtail.traces.RandomApplication.Fault;
import org.curtail.traces.SelfTimes;
import org.curtail.traces.Span;
import org.curtail.traces.SpanKind;
import org.curtail.traces.Trace;
import org.curtail.traces.TraceAssembly;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReplayTest {
  private static Span span(String id, @Nullable String parent, long start, long duration) {
    return new Span("t", id, parent, "s", id, SpanKind.INTERNAL, start, duration, false);
  }

  /** The duration of the request if one span ends earlier by an amount. */
  private static long nanos(Trace trace, int shorter, long byNanos) {
    return Replay.nanos(
        trace,
        new Replay.Changed() {
          @Override
          public long nanos(int span, long nanos) {
            return span == shorter ? nanos - byNanos : nanos;
          }
        });
  }

  @Test
  void overlapWithinClockErrorsCountsAsSequential() {
    // Of 1,000 ns, the two overlap by 5, then by 15; the limit is 10.
    Trace alittle =
        TraceAssembly.of(
            List.of(
                span("root", null, 0, 1_000),
                span("first", "root", 100, 405),
                span("last", "root", 500, 400)),
            new DamageCounts());
    assertThat(nanos(alittle, 1, 50)).isEqualTo(950);
    Trace much =
        TraceAssembly.of(
            List.of(
                span("root", null, 0, 1_000),
                span("first", "root", 100, 415),
                span("last", "root", 500, 400)),
            new DamageCounts());
    assertThat(nanos(much, 1, 50)).isEqualTo(1_000);
  }

  @Test
  void requestGainsExactlyFromSpansOnItsCriticalPath() {
    int overlapping = 0;
    for (long seed = 0; seed < 1_000; seed++) {
      Trace trace = randomTrace(new SplittableRandom(seed));
      boolean[] onPath = new boolean[trace.size()];
      long[] own = CriticalPath.nanos(trace);
      for (int span = trace.size() - 1; span >= 0; span--) {
        onPath[span] |= own[span] > 0;
        if (onPath[span] && span > 0) {
          onPath[trace.parent(span)] = true;
        }
      }
      for (int span = 0; span < trace.size(); span++) {
        long gained = trace.durationNanos() - nanos(trace, span, 1);
        assertThat(gained).as("seed %d, span %d", seed, span).isEqualTo(onPath[span] ? 1 : 0);
      }
      assertThat(Replay.nanos(trace, new Replay.Changed() {})).isEqualTo(trace.durationNanos());
      // Where calls on the path overlap, the root has less than the uncovered time.
      overlapping += own[0] < SelfTimes.nanos(trace, 0) ? 1 : 0;
    }
    // The rule for small overlaps applied often enough to be tested.
    assertThat(overlapping).isGreaterThan(50);
  }

  /** Sequential calls. Some overlap slightly or run parallel to a short call. */
  private static Trace randomTrace(SplittableRandom random) {
    List<Span> spans = new ArrayList<>();
    spans.add(span("root", null, 0, 1_000_000));
    long at = random.nextLong(1_000, 2_000);
    int calls = 2 + random.nextInt(4);
    for (int i = 0; i < calls; i++) {
      long nanos = random.nextLong(50_000, 150_000);
      spans.add(span("call" + i, "root", at, nanos));
      spans.add(span("below" + i, "call" + i, at + 1_000 + random.nextInt(999), nanos / 2));
      if (random.nextInt(3) == 0) {
        spans.add(span("beside" + i, "root", at + 20_000 + random.nextInt(999), nanos / 3));
      }
      at += nanos + random.nextInt(-15_000, 15_000);
    }
    return TraceAssembly.of(spans, new DamageCounts());
  }

  @Test
  void unchangedRequestKeepsItsDurationAndHalvedWorkHalvesIt() {
    for (List<Span> spans : new RandomApplication(7, 9, Fault.SLOW, 0, 9).requests(200, 60)) {
      Trace trace = TraceAssembly.of(spans, new DamageCounts());
      assertThat(Replay.nanos(trace, new Replay.Changed() {})).isEqualTo(trace.durationNanos());
      long halved =
          Replay.nanos(
              trace,
              new Replay.Changed() {
                @Override
                public double ownFactor(int span) {
                  return 0.5;
                }
              });
      assertThat(Math.abs(2 * halved - trace.durationNanos())).isLessThan(4L * trace.size());
    }
  }
}
