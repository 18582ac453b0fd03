package org.curtail.traces.workflow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.curtail.traces.Trace;

/**
 * Load of a stage by all requests of a recording. For a visit, other visits of the same request are
 * not load. If only a sample of requests was recorded, the real load was higher. Immutable.
 */
public final class StageLoad {
  private final StageName stage;
  private final long[] starts;
  private final long[] ends;

  private StageLoad(StageName stage, long[] starts, long[] ends) {
    this.stage = stage;
    this.starts = starts;
    this.ends = ends;
  }

  /**
   * Computes the load of a stage.
   *
   * @param recording all requests, of all kinds
   */
  public static StageLoad of(StageName stage, List<Trace> recording) {
    var starts = new Longs();
    var ends = new Longs();
    for (Trace trace : recording) {
      for (int span : StageVisit.of(trace, stage)) {
        starts.add(trace.startNanos(span));
        ends.add(trace.endNanos(span));
      }
    }
    return new StageLoad(stage, starts.sorted(), ends.sorted());
  }

  /**
   * Load at the start of a visit.
   *
   * @param span outermost span of the visit
   * @param others number of visits of other requests in progress
   * @param arrived number of visits of other requests that began shortly before
   */
  public record VisitLoad(int span, int others, int arrived) {}

  /**
   * Returns the load at the start of each visit of a request to the stage.
   *
   * @param beforeNanos length of the period "shortly before"
   */
  public List<VisitLoad> of(Trace trace, long beforeNanos) {
    List<Integer> visits = StageVisit.of(trace, stage);
    List<VisitLoad> found = new ArrayList<>(visits.size());
    for (int span : visits) {
      long at = trace.startNanos(span);
      int ownRunning = 0;
      int ownArrived = 0;
      for (int own : visits) {
        long start = trace.startNanos(own);
        ownRunning += start <= at && trace.endNanos(own) > at ? 1 : 0;
        ownArrived += start > at - beforeNanos && start <= at ? 1 : 0;
      }
      int running = countAtMost(starts, at) - countAtMost(ends, at);
      int arrived = countAtMost(starts, at) - countAtMost(starts, at - beforeNanos);
      found.add(
          new VisitLoad(
              span, Math.max(0, running - ownRunning), Math.max(0, arrived - ownArrived)));
    }
    return found;
  }

  private static int countAtMost(long[] sorted, long limit) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] <= limit) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Override
  public String toString() {
    return "load of " + stage;
  }

  private static final class Longs {
    private long[] values = new long[64];
    private int size;

    void add(long value) {
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size++] = value;
    }

    long[] sorted() {
      long[] all = Arrays.copyOf(values, size);
      Arrays.sort(all);
      return all;
    }
  }
}
