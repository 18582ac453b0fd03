package org.curtail.traces.compare;

import java.util.ArrayList;
import java.util.List;
import org.curtail.traces.Trace;
import org.curtail.traces.WorkTimes;

/**
 * A request in a comparison.
 *
 * @param spans spans in the order of {@link Trace}
 */
record ComparedRequest(long startNanos, double millis, List<ComparedSpan> spans) {
  private static final double NANOS_PER_MILLI = 1e6;

  ComparedRequest {
    spans = List.copyOf(spans);
  }

  static ComparedRequest of(Trace trace, TextIndex keys) {
    List<ComparedSpan> spans = new ArrayList<>(trace.size());
    long[] work = WorkTimes.nanos(trace);
    for (int i = 0; i < trace.size(); i++) {
      spans.add(ComparedSpan.of(trace, i, work[i], spans, keys));
    }
    return new ComparedRequest(trace.startNanos(), trace.durationNanos() / NANOS_PER_MILLI, spans);
  }

  ComparedSpan span(int i) {
    return spans.get(i);
  }

  int size() {
    return spans.size();
  }
}
