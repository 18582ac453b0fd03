package org.curtail.traces.workflow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.curtail.traces.Trace;

/**
 * How busy a stage was with the requests of a whole recording. Visits of the same request do not
 * count as load: a request does not wait for others because it calls twice. If only some requests
 * were recorded, there was more load than is seen here. Immutable.
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
   * Of a stage.
   *
   * @param recording all requests, whatever they ask for
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
   * What a visit found.
   *
   * @param span its outermost
   * @param others visits of other requests that were under way when it began
   * @param arrived visits of other requests that had begun shortly before
   */
  public record Found(int span, int others, int arrived) {}

  /**
   * What each visit of a request to the stage found.
   *
   * @param beforeNanos how long before counts as shortly
   */
  public List<Found> of(Trace trace, long beforeNanos) {
    List<Integer> visits = StageVisit.of(trace, stage);
    List<Found> found = new ArrayList<>(visits.size());
    for (int span : visits) {
      long at = trace.startNanos(span);
      int ownUnderWay = 0;
      int ownArrived = 0;
      for (int own : visits) {
        long start = trace.startNanos(own);
        ownUnderWay += start <= at && trace.endNanos(own) > at ? 1 : 0;
        ownArrived += start > at - beforeNanos && start <= at ? 1 : 0;
      }
      int underWay = notAbove(starts, at) - notAbove(ends, at);
      int arrived = notAbove(starts, at) - notAbove(starts, at - beforeNanos);
      found.add(
          new Found(span, Math.max(0, underWay - ownUnderWay), Math.max(0, arrived - ownArrived)));
    }
    return found;
  }

  private static int notAbove(long[] sorted, long limit) {
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
