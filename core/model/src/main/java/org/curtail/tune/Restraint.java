package org.curtail.tune;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.IntervalTable;
import org.curtail.IntervalTable.Row;

/**
 * Kept part of a planned table. Requests get each degree as planned up to some load. Up to another
 * load, only requests that have run for a while get it. At higher loads requests do not get the
 * degree. No request waits. Immutable.
 *
 * @param asPlanned greatest load at which requests get a degree as planned, for each degree of the
 *     table above the first; not ascending; 0 for none
 * @param delayMs running time of a request before it gets a degree up to {@code delayed}, in
 *     milliseconds
 * @param delayed greatest load at which requests get a degree after {@code delayMs}, for each
 *     degree; not ascending; raised to {@code asPlanned} if less
 */
record Restraint(List<Integer> asPlanned, double delayMs, List<Integer> delayed) {
  Restraint {
    asPlanned = List.copyOf(asPlanned);
    delayed = List.copyOf(delayed);
    if (asPlanned.size() != delayed.size()) {
      throw new IllegalArgumentException(
          "expected equally many limits with and without delay, found %s and %s"
              .formatted(asPlanned, delayed));
    }
    requireDescending(asPlanned);
    requireDescending(delayed);
    // A request that gets a degree as planned does not need the running time.
    List<Integer> planned = asPlanned;
    List<Integer> later = delayed;
    delayed =
        IntStream.range(0, planned.size())
            .mapToObj(i -> Math.max(planned.get(i), later.get(i)))
            .toList();
    delayMs = delayed.equals(planned) ? 0 : delayMs;
  }

  private static void requireDescending(List<Integer> loads) {
    for (int i = 0; i < loads.size(); i++) {
      if (loads.get(i) < 0 || (i > 0 && loads.get(i) > loads.get(i - 1))) {
        throw new IllegalArgumentException("limits must descend and be at least 0: " + loads);
      }
    }
  }

  /** Returns the restraint that keeps nothing, so that all requests are sequential. */
  static Restraint sequential(IntervalTable planned) {
    List<Integer> none = Collections.nCopies(planned.degrees().size() - 1, 0);
    return new Restraint(none, 0, none);
  }

  /** Returns the greatest load at which a request may get a degree; 0 for never. */
  int upTo(int index) {
    return delayed.get(index);
  }

  List<HarmlessTable.Kept> kept(IntervalTable planned) {
    return IntStream.range(0, asPlanned.size())
        .mapToObj(i ->
            new HarmlessTable.Kept(
                planned.degrees().get(i + 1), asPlanned.get(i), delayMs, delayed.get(i)))
        .toList();
  }

  /**
   * Returns rows up to the first load at which all requests are sequential; without predictions.
   */
  IntervalTable table(IntervalTable planned) {
    int last = (asPlanned.isEmpty() ? 0 : upTo(0)) + 1;
    var rows = new ArrayList<Row>();
    for (int load = 1; load <= last; load++) {
      rows.add(new Row(load, startsMs(planned, load), 0, 0, 0));
    }
    return new IntervalTable(
        planned.cores(),
        planned.targetParallelism(),
        planned.maxDegree(),
        planned.percentile(),
        planned.stepMs(),
        planned.degrees(),
        rows,
        IntervalTable.NO_EXIT);
  }

  private List<Double> startsMs(IntervalTable planned, int load) {
    Row row = planned.row(load);
    var startsMs = new ArrayList<Double>();
    startsMs.add(0.0);
    int index = 0;
    for (int degree = 2; degree <= planned.maxDegree(); degree++) {
      // A degree excluded from the search begins together with the next included one.
      if (degree > planned.degrees().get(index + 1)) {
        index++;
      }
      double executionMs = row.startMs(degree) - row.startMs(1);
      double startMs =
          load <= asPlanned.get(index)
              ? executionMs
              : load <= delayed.get(index)
                  ? Math.max(executionMs, delayMs)
                  : IntervalTable.NEVER_MS;
      startsMs.add(Math.max(startMs, startsMs.getLast()));
    }
    return startsMs;
  }
}
