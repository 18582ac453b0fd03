package org.curtail.cli.traces;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Axis;
import org.curtail.cli.chart.TimeLineRows;
import org.curtail.cli.chart.TimeLineRows.Row;
import org.curtail.cli.chart.TimeLineRows.Stretch;
import org.curtail.traces.Trace;
import org.curtail.traces.workflow.CallVisit;
import org.curtail.traces.workflow.CriticalPath;

/** A request as a line for each of its calls. */
final class Waterfall {
  private static final double NANOS_PER_MILLI = 1e6;

  /** Limit of lines; the longest calls are shown, with their callers. */
  private static final int MOST = 40;

  private Waterfall() {}

  static TimeLineRows of(Trace trace, String what) {
    List<CallVisit> visits = CallVisit.of(trace);
    List<List<Stretch>> waited = waited(trace, visits);
    Set<Integer> shown = shown(trace, visits);
    var rows = new ArrayList<Row>();
    for (int visit = 0; visit < visits.size(); visit++) {
      if (shown.contains(visit)) {
        rows.add(row(trace, visits, visit, waited.get(visit)));
      }
    }
    int left = visits.size() - rows.size();
    double latency = trace.durationNanos() / NANOS_PER_MILLI;
    return new TimeLineRows(
        "%s: %s%s"
            .formatted(
                what,
                Numbers.time(latency),
                left == 0 ? "" : ", without %d shorter calls".formatted(left)),
        "The calls of request %s, one below the other.".formatted(trace.id()),
        Axis.linear(0, Math.max(latency, 1e-6), 5, "ms since the request began"),
        rows);
  }

  /** Times of each visit during which the end of the request waited for its own work. */
  private static List<List<Stretch>> waited(Trace trace, List<CallVisit> visits) {
    Map<Integer, Integer> bySpan = new HashMap<>();
    List<List<Stretch>> waited = new ArrayList<>();
    for (int visit = 0; visit < visits.size(); visit++) {
      bySpan.put(visits.get(visit).span(), visit);
      waited.add(new ArrayList<>());
    }
    int[] at = CallVisit.owners(trace, bySpan);
    for (CriticalPath.Interval interval : CriticalPath.intervals(trace)) {
      waited
          .get(at[interval.span()])
          .add(
              new Stretch(
                  "waited for",
                  "c-work",
                  (interval.fromNanos() - trace.startNanos()) / NANOS_PER_MILLI,
                  (interval.toNanos() - trace.startNanos()) / NANOS_PER_MILLI));
    }
    return waited;
  }

  private static Set<Integer> shown(Trace trace, List<CallVisit> visits) {
    Set<Integer> shown = new HashSet<>();
    IntStream.range(0, visits.size())
        .boxed()
        .sorted((one, other) ->
            Long.compare(visits.get(other).nanos(trace), visits.get(one).nanos(trace)))
        .limit(MOST)
        .forEach(visit -> {
          for (int up = visit; up >= 0; up = visits.get(up).parent()) {
            shown.add(up);
          }
        });
    return shown;
  }

  private static Row row(Trace trace, List<CallVisit> visits, int number, List<Stretch> waited) {
    CallVisit visit = visits.get(number);
    int depth = 0;
    for (int up = visit.parent(); up >= 0; up = visits.get(up).parent()) {
      depth++;
    }
    double from = (trace.startNanos(visit.span()) - trace.startNanos()) / NANOS_PER_MILLI;
    double whole = visit.nanos(trace) / NANOS_PER_MILLI;
    String name = TracesPage.label(visit.called().stage());
    var stretches = new ArrayList<Stretch>();
    stretches.add(new Stretch(name, "bar-room", from, from + whole));
    stretches.addAll(waited);
    return new Row("  ".repeat(depth) + name, stretches);
  }
}
