package org.curtail.workflow.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import org.curtail.workflow.ResponderTraces;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StageTimes;

/**
 * The times of a stage under load, from the view of its callers: waiting plus the stage's own time,
 * of original calls. A long run keeps every k-th call, and every k-th visit of stages with traces.
 *
 * <p>An attempt that was cancelled during service counts with its full service time. An attempt
 * that was cancelled while it waited counts with its waiting time so far plus its service time,
 * which is a lower bound.
 */
final class ObservedTimes {
  private static final int ENOUGH_CALLS = 20_000;
  private static final int ENOUGH_VISITS = 500;

  private final Stage stage;
  private final long callStride;
  private final int visitStride;
  private double[] firsts = new double[256];
  private double[] seconds = new double[256];
  private int count;
  private long seen;
  private double lastWaitMillis;

  /** Visits that still have original calls at their servers. */
  private final IdentityHashMap<LoadVisit, Row> under = new IdentityHashMap<>();

  private final List<double[]> visits = new ArrayList<>();

  private static final class Row {
    private final double[] millis;
    private int missing;

    Row(int responders) {
      millis = new double[responders];
      missing = responders;
    }
  }

  ObservedTimes(Stage stage, int requests) {
    this.stage = stage;
    long calls = (long) requests * stage.responders().count();
    callStride = Math.max(1, calls / ENOUGH_CALLS);
    visitStride = Math.max(1, requests / ENOUGH_VISITS);
  }

  /** Records an original call that has left its server, served or cancelled. */
  void left(LoadAttempt attempt, double nowMillis) {
    boolean waited = attempt.state == LoadAttempt.State.WAITING;
    double waitMillis = (waited ? nowMillis : attempt.startedMillis) - attempt.sentMillis;
    double millis = waitMillis + (waited ? attempt.workMillis : attempt.fullMillis());
    if (seen++ % callStride == 0) {
      keep(attempt.call, millis);
      lastWaitMillis = waitMillis;
    }
    LoadVisit visit = attempt.call.visit;
    if (stage.traces() != null && visit.scope.request % visitStride == 0) {
      Row row = under.computeIfAbsent(visit, first -> new Row(stage.responders().count()));
      row.millis[attempt.call.responder] = millis;
      if (--row.missing == 0) {
        under.remove(visit);
        visits.add(row.millis);
      }
    }
  }

  private void keep(LoadCall call, double millis) {
    if (count == firsts.length) {
      firsts = Arrays.copyOf(firsts, 2 * count);
      seconds = Arrays.copyOf(seconds, 2 * count);
    }
    firsts[count] = millis;
    if (stage.times().arePairs()) {
      // The copy waits at another server: the last waiting time stands for it.
      seconds[count] = call.secondMillis() + lastWaitMillis;
    }
    count++;
  }

  /** Returns the stage with these times; unchanged if nothing was recorded. */
  Stage stage() {
    if (count == 0) {
      return stage;
    }
    double[] first = Arrays.copyOf(firsts, count);
    StageTimes times =
        stage.times().arePairs()
            ? StageTimes.paired(first, Arrays.copyOf(seconds, count))
            : StageTimes.independent(first);
    return new Stage(
        stage.name(),
        stage.after(),
        stage.within(),
        stage.cost(),
        times,
        stage.responders(),
        visits.isEmpty() ? null : ResponderTraces.of(visits.toArray(double[][]::new)),
        stage.utility());
  }
}
