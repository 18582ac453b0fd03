package org.curtail.traces.workflow;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.curtail.traces.Repeats;
import org.curtail.traces.SelfTimes;
import org.curtail.traces.Trace;

/**
 * Contribution of one span to its stage. Figures over requests are sums and percentiles of these,
 * in Java or SQL. Immutable.
 *
 * @param stage stage of its time
 * @param ownNanos the span's self time
 * @param first true if it is the first call of its stage in the request
 * @param counted true for a call of its own, not the server of one or a repeated attempt
 * @param together similar calls of its caller in progress at its start, including itself; 0 if it
 *     is not counted
 */
public record StageSpan(
    StageName stage, long ownNanos, boolean first, boolean counted, int together) {
  /** Returns the contribution of each span of a request, in order. */
  public static List<StageSpan> of(Trace trace) {
    boolean[] repeated = Repeats.of(trace);
    var running = new ConcurrentCalls(trace);
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
