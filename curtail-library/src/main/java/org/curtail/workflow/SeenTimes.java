package org.curtail.workflow;

import java.util.Arrays;

/**
 * The times of a stage as its callers see them under load: waiting and the stage's own time of
 * first attempts. Of many, every k-th one is kept.
 *
 * <p>A simulation knows how long an attempt would have taken that was cancelled while it was
 * served; of one that still waited, it counts the time so far and the work, which is the least that
 * it would have taken.
 */
final class SeenTimes {
  private static final int ENOUGH = 20_000;

  private final Stage stage;
  private final long stride;
  private double[] firsts = new double[256];
  private double[] seconds = new double[256];
  private int count;
  private long seen;
  private double lastWaitMillis;

  SeenTimes(Stage stage, int requests) {
    this.stage = stage;
    long calls = (long) requests * stage.responders().count();
    stride = Math.max(1, calls / ENOUGH);
  }

  /** A first attempt has left its server, after its service or because it was cancelled. */
  void left(LoadAttempt attempt, double nowMillis) {
    if (attempt.number != 0 || seen++ % stride != 0) {
      return;
    }
    boolean waited = attempt.state == LoadAttempt.State.WAITING;
    double waitMillis = (waited ? nowMillis : attempt.startedMillis) - attempt.sentMillis;
    double ownMillis = waited ? attempt.workMillis : attempt.fullMillis();
    if (count == firsts.length) {
      firsts = Arrays.copyOf(firsts, 2 * count);
      seconds = Arrays.copyOf(seconds, 2 * count);
    }
    firsts[count] = waitMillis + ownMillis;
    if (stage.times().arePairs()) {
      // The copy waits elsewhere, as long as another attempt did.
      seconds[count] = attempt.call.secondMillis() + lastWaitMillis;
    }
    lastWaitMillis = waitMillis;
    count++;
  }

  /** The stage with these times; as it was if nothing was seen. */
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
        stage.name(), stage.after(), stage.within(), stage.cost(), times, stage.responders());
  }
}
