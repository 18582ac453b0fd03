package org.curtail.traces.workflow;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.curtail.traces.Repeats;
import org.curtail.traces.SelfTimes;
import org.curtail.traces.Trace;

/**
 * Contribution of one span to its stage. Java or SQL compute sums and percentiles of these figures.
 * Immutable.
 *
 * @param stage stage of the span
 * @param ownNanos self time of the span
 * @param first true for the first call of the stage in the request
 * @param counted true if the span counts as a call; false for the server's side of a call and for
 *     repeated attempts
 * @param together number of similar calls of the caller in progress at the span's start, including
 *     itself; 0 if the span does not count
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
