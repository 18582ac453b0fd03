package org.curtail.sim;

import java.util.Arrays;

/**
 * Whether a policy kept up with a trace. Arrivals can be within what some policies carry ({@link
 * StabilityBound}) and beyond what this one does: its queue then grows for as long as they last,
 * and its latencies say how long the run was, not how good the policy is.
 */
public final class Backlog {
  private Backlog() {}

  /**
   * Whether the backlog grew until the end: throughout the last third of the arrivals there were
   * more requests in the system than ever in the first third, and more than cores; or the run was
   * given up.
   *
   * <p>A service that keeps up comes back, again and again, to as few requests as it had; so this
   * hardly ever happens to it by chance. With n arrivals at (1 + e) times what the policy carries,
   * the backlog grows by e n / 3 from one third to the next while chance moves it by some sqrt(n):
   * an excess of 5 % is found in 20,000 arrivals, one of 20 % in 1,000. At exactly what a policy
   * carries nothing can be told.
   *
   * @param trace what arrived
   * @param outcome of all of it, warm-up included
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
   * The same of any service.
   *
   * @param arrivalsNanos when requests arrived: not decreasing
   * @param latenciesNanos how long they were in the system: as many
   * @param servers how many requests can be served at once: at least 1
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
