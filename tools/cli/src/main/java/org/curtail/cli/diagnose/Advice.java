package org.curtail.cli.diagnose;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.curtail.diagnose.Cause;
import org.curtail.diagnose.CauseNanos;
import org.curtail.diagnose.Diagnosis;

/**
 * Advice on a cause of slow requests.
 *
 * @param cause cause of the excess
 * @param share share of the excess time of the slowest requests that is due to the cause, 0 to 1
 * @param what recommended action, in one line
 * @param gain factor by which the tail would be shorter, above 0; empty without a prediction
 */
record Advice(Cause cause, double share, String what, OptionalDouble gain) {
  /** Smallest share of the excess for which there is advice. */
  static final double WORTH_DOING = 0.1;

  Advice {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("share must be from 0 to 1: " + share);
    }
    if (gain.isPresent() && !(gain.getAsDouble() > 0)) {
      throw new IllegalArgumentException("gain must be above 0: " + gain.getAsDouble());
    }
  }

  /** The advice with a predicted gain. */
  Advice predicting(double factor) {
    return new Advice(cause, share, what, OptionalDouble.of(factor));
  }

  /**
   * Returns advice on the causes that make the slowest requests slower than usual, the largest
   * cause first. Causes of less than {@link #WORTH_DOING} of the excess are left out.
   *
   * @param slowestShare share of the slowest requests, above 0, at most 1: 0.01 for the slowest 1 %
   */
  static List<Advice> of(Diagnosis diagnosis, double slowestShare) {
    CauseNanos excess = diagnosis.excess(slowestShare);
    long all = Stream.of(Cause.values()).mapToLong(c -> Math.max(0, excess.of(c))).sum();
    return Stream.of(Cause.values())
        .filter(cause -> excess.of(cause) > 0 && excess.of(cause) >= WORTH_DOING * all)
        .map(cause -> about(cause, (double) excess.of(cause) / all))
        .sorted(Comparator.comparingDouble(Advice::share).reversed())
        .toList();
  }

  private static Advice about(Cause cause, double share) {
    return new Advice(cause, share, what(cause), OptionalDouble.empty());
  }

  private static String what(Cause cause) {
    return switch (cause) {
      case NETWORK -> "send late requests again, to another replica (curtail reissue)";
      case ADMISSION ->
          "serve in order of tail-index, admit fewer requests, or add cores (curtail capacity)";
      case HAND_OFF -> "keep threads ready: more threads in the pool, or smaller chunks";
      case RUN_QUEUE -> "use fewer threads than cores, pin them, or move the neighbours away";
      case WORK -> "give long requests more threads (Few-to-Many or tail-index)";
      case COLLECTOR -> "use a collector with short pauses (-XX:+UseZGC) and a larger heap";
      case SAFEPOINT -> "find the cause of the stops (-Xlog:safepoint) and avoid it";
      case BLOCKED -> "find the lock or the input that threads wait for (jdk.JavaMonitorEnter)";
      case PAGE_FAULTS -> "touch memory at the start (-XX:+AlwaysPreTouch), keep files in memory";
      case STOPPED ->
          "find the cause of the stops (the container's quota, the hypervisor), or hedge late requests";
      case INTERFERENCE -> "keep neighbours off the cores and caches, or send late requests again";
      case REST ->
          "make more signals available: the list of signals says which are missing and why";
    };
  }
}
