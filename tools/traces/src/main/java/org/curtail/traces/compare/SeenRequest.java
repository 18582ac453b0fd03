package org.curtail.traces.compare;

import java.util.ArrayList;
import java.util.List;
import org.curtail.traces.Trace;
import org.curtail.traces.WorkTimes;

/**
 * A request as a comparison sees it.
 *
 * @param spans in the order of {@link Trace}
 */
record SeenRequest(long startNanos, double millis, List<SeenSpan> spans) {
  private static final double NANOS_PER_MILLI = 1e6;

  SeenRequest {
    spans = List.copyOf(spans);
  }

  static SeenRequest of(Trace trace, Keys keys) {
    List<SeenSpan> spans = new ArrayList<>(trace.size());
    long[] work = WorkTimes.nanos(trace);
    for (int i = 0; i < trace.size(); i++) {
      spans.add(SeenSpan.of(trace, i, work[i], spans, keys));
    }
    return new SeenRequest(trace.startNanos(), trace.durationNanos() / NANOS_PER_MILLI, spans);
  }

  SeenSpan span(int i) {
    return spans.get(i);
  }

  int size() {
    return spans.size();
  }
}
