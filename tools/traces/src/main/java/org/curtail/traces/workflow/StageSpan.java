package org.curtail.traces.workflow;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.curtail.traces.Repeats;
import org.curtail.traces.SelfTimes;
import org.curtail.traces.Trace;

/**
 * What one span tells of its stage. All that goes across requests are sums and percentiles of
 * these, whoever forms them. Immutable.
 *
 * @param stage whose time it is
 * @param ownNanos the span's own time
 * @param first whether it is the first call of its stage in the request
 * @param counted whether it is a call of its own, neither the server of one nor another attempt
 * @param together calls of its kind that its caller had under way when it began, with itself; 0 if
 *     it is not counted
 */
public record StageSpan(
    StageName stage, long ownNanos, boolean first, boolean counted, int together) {
  /** Of each span of a request, in its order. */
  public static List<StageSpan> of(Trace trace) {
    boolean[] repeated = Repeats.of(trace);
    var running = new Running(trace);
    Set<StageName> seen = new HashSet<>();
    List<StageSpan> spans = new ArrayList<>(trace.size());
    for (int i = 0; i < trace.size(); i++) {
      StageName stage = StageName.of(trace, i);
      boolean isOutermost = i == 0 || !SelfTimes.isCall(trace, trace.parent(i));
      int together = isOutermost ? running.atStart(i) : 0;
      boolean isCounted = isOutermost && !repeated[i];
      spans.add(
          new StageSpan(
              stage,
              SelfTimes.nanos(trace, i),
              isOutermost && seen.add(stage),
              isCounted,
              isCounted ? together : 0));
    }
    return spans;
  }
}
