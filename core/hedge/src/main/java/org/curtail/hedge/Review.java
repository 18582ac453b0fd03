package org.curtail.hedge;

import java.util.ArrayList;
import java.util.Collections;
import org.curtail.hedge.HedgeListener.CallEnd.Outcome;
import org.curtail.hedge.SeenCalls.SeenAttempt;
import org.curtail.hedge.SeenCalls.SeenCall;
import org.curtail.reissue.live.AttemptObservations.End;
import org.jspecify.annotations.Nullable;

/** Records the attempts of an ended call: the call's time, and each attempt's. */
final class Review {
  private Review() {}

  /**
   * Records times for the metrics.
   *
   * @param nanos from the call to its end
   */
  static void times(
      LiveTimes times,
      Outcome outcome,
      AttemptUnderWay<?> last,
      @Nullable AttemptUnderWay<?> winner,
      long nanos) {
    if (outcome == Outcome.FAILED) {
      return;
    }
    if (last.previous == null) {
      times.ofAlone(outcome, nanos);
      return;
    }
    AttemptUnderWay<?> first = last;
    for (AttemptUnderWay<?> at = last; at != null; at = at.previous) {
      first = at;
    }
    times.ofSeveral(outcome, nanos, first == winner, first.hasEnded());
  }

  /**
   * Records attempts for the watch.
   *
   * @param isProbe true if two attempts were sent at once, and both have ended
   */
  static void seen(
      @Nullable SeenCalls seen, AttemptUnderWay<?> last, long nowNanos, boolean isProbe) {
    if (seen == null) {
      return;
    }
    if (last.previous == null) {
      seen.alone(last.tookNanos(nowNanos), last.end());
      return;
    }
    var attempts = new ArrayList<SeenAttempt>();
    boolean areAnswered = true;
    for (AttemptUnderWay<?> at = last; at != null; at = at.previous) {
      attempts.add(new SeenAttempt(at.tookNanos(nowNanos), at.end()));
      areAnswered &= at.end() == End.ANSWERED;
    }
    Collections.reverse(attempts);
    seen.several(new SeenCall(attempts, isProbe && areAnswered && attempts.size() == 2));
  }

  /** True if all attempts have answered or failed. */
  static boolean hasEnded(AttemptUnderWay<?> last) {
    for (AttemptUnderWay<?> at = last; at != null; at = at.previous) {
      if (!at.hasEnded()) {
        return false;
      }
    }
    return true;
  }
}
