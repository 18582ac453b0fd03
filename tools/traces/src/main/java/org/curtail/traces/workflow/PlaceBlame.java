package org.curtail.traces.workflow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.curtail.traces.Trace;
import org.jspecify.annotations.Nullable;

/**
 * Share of a call at its place in the latency of requests.
 *
 * @param medianMillis median time of the call as its caller sees it, in requests with the call; 0
 *     without such requests
 * @param tailMillis 99th percentile of this time
 * @param onPath share of the requests with the call's own work on their critical path: 0 to 1
 * @param blame share of the slowest 5 % of requests with an unusually long wait for the call's own
 *     work: above mean plus two standard deviations (Kwiken, section 2.3); 0 to 1
 */
public record PlaceBlame(double medianMillis, double tailMillis, double onPath, double blame) {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double SLOWEST = 0.05;
  private static final double DEVIATIONS = 2;

  /** Returns the share of each place, in the order of {@link CallGraph#places}. */
  public static List<PlaceBlame> of(TracedWorkflow workflow) {
    var calls = new PlacedCalls(workflow.traces());
    double[][] waited = new double[calls.places()][calls.requests()];
    double[][] whole = new double[calls.places()][calls.requests()];
    double[] latency = new double[calls.requests()];
    for (int request = 0; request < calls.requests(); request++) {
      Trace trace = calls.trace(request);
      latency[request] = trace.durationNanos();
      @Nullable CallVisit[] visits = calls.byPlace(request);
      Map<Integer, Integer> placeOf = new HashMap<>();
      for (int place = 0; place < visits.length; place++) {
        CallVisit visit = visits[place];
        whole[place][request] = visit == null ? Double.NaN : visit.nanos(trace) / NANOS_PER_MILLI;
        if (visit != null) {
          placeOf.put(visit.span(), place);
        }
      }
      long[] own = CriticalPath.nanos(trace);
      // Work without a place belongs to the caller.
      int[] at = CallVisit.owners(trace, placeOf);
      for (int span = 0; span < own.length; span++) {
        waited[at[span]][request] += own[span] / NANOS_PER_MILLI;
      }
    }
    double[] sorted = latency.clone();
    Arrays.sort(sorted);
    double slowFrom = sorted[Math.min(sorted.length - 1, (int) ((1 - SLOWEST) * sorted.length))];
    List<PlaceBlame> found = new ArrayList<>();
    for (int place = 0; place < waited.length; place++) {
      found.add(of(waited[place], whole[place], latency, slowFrom));
    }
    return found;
  }

  private static PlaceBlame of(double[] waited, double[] whole, double[] latency, double slowFrom) {
    double mean = Arrays.stream(waited).average().orElse(0);
    double variance =
        Arrays.stream(waited).map(ms -> (ms - mean) * (ms - mean)).average().orElse(0);
    double much = mean + DEVIATIONS * Math.sqrt(variance);
    int slow = 0;
    int blamed = 0;
    int onPath = 0;
    for (int request = 0; request < waited.length; request++) {
      onPath += waited[request] > 0 ? 1 : 0;
      if (latency[request] >= slowFrom) {
        slow++;
        blamed += waited[request] > much ? 1 : 0;
      }
    }
    double[] times = Arrays.stream(whole).filter(ms -> !Double.isNaN(ms)).sorted().toArray();
    return new PlaceBlame(
        times.length == 0 ? 0 : times[TracedWorkflow.place(50, times.length)],
        times.length == 0 ? 0 : times[TracedWorkflow.place(99, times.length)],
        onPath / (double) waited.length,
        blamed / (double) slow);
  }
}
