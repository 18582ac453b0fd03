package org.curtail.sim;

import java.util.Arrays;

/**
 * Detects whether a policy kept up with a trace. Arrivals may be within the capacity of some
 * policies ({@link StabilityBound}) and above that of this one: its queue then grows for as long as
 * they last, and its latencies show the length of the run, not the quality of the policy.
 */
public final class Backlog {
  private Backlog() {}

  /**
   * Returns true if the backlog grew until the end: throughout the last third of the arrivals there
   * were more requests in the system than ever in the first third, and more than cores; or the run
   * was given up.
   *
   * <p>A service that keeps up returns again and again to its few requests, so this hardly ever
   * happens to it by chance. With n arrivals at (1 + e) times the policy's capacity, the backlog
   * grows by e n / 3 from one third to the next while chance moves it by some sqrt(n): an excess of
   * 5 % is found in 20,000 arrivals, one of 20 % in 1,000. At exactly the capacity nothing can be
   * told.
   *
   * @param trace the arrivals
   * @param outcome result of all of it, warm-up included
   * @param cores at least 1
   */
  public static boolean grows(Trace trace, SimulationResult outcome, int cores) {
    if (outcome.isGivenUp()) {
      return true;
    }
    long[] arrivalsNanos = new long[trace.size()];
    long[] latenciesNanos = new long[trace.size()];
    for (int i = 0; i < arrivalsNanos.length; i++) {
      arrivalsNanos[i] = SimulatedRun.nanos(trace.arrivalMs(i));
      latenciesNanos[i] = outcome.latencyNanos(i);
    }
    return grows(arrivalsNanos, latenciesNanos, cores);
  }

  /**
   * Returns the same for any service.
   *
   * @param arrivalsNanos arrivals: not decreasing
   * @param latenciesNanos times in the system: as many
   * @param servers most requests served at once: at least 1
   */
  public static boolean grows(long[] arrivalsNanos, long[] latenciesNanos, int servers) {
    int third = arrivalsNanos.length / 3;
    long[] endsNanos = new long[arrivalsNanos.length];
    Arrays.setAll(endsNanos, i -> arrivalsNanos[i] + latenciesNanos[i]);
    Arrays.sort(endsNanos);
    int ended = 0;
    int most = servers;
    int least = Integer.MAX_VALUE;
    for (int i = 0; i < arrivalsNanos.length; i++) {
      while (ended < i && endsNanos[ended] <= arrivalsNanos[i]) {
        ended++;
      }
      // Fewest just before an arrival, most just after it.
      if (i < third) {
        most = Math.max(most, i + 1 - ended);
      } else if (i >= arrivalsNanos.length - third) {
        least = Math.min(least, i - ended);
      }
    }
    return third > 0 && least > most;
  }
}
