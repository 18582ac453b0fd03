package org.curtail.sim;

import java.util.Arrays;

/**
 * Test for a policy that falls behind a trace. A policy may have less capacity than the arrivals
 * need, even if others have enough ({@link StabilityBound}). The policy's queue then grows as long
 * as requests arrive. The policy's latencies show the length of the run, not the quality of the
 * policy.
 */
public final class Backlog {
  private Backlog() {}

  /**
   * Returns true if the backlog grew until the end, or the run was given up. Let m be the greatest
   * number of requests in the system during the first third of the arrivals. The backlog grew if
   * the last third always had more than m, and more than cores.
   *
   * <p>A service with enough capacity returns again and again to few requests, so this hardly ever
   * happens by chance. With n arrivals at (1 + e) times the capacity, the backlog grows by e n / 3
   * from one third to the next. Chance moves it by about sqrt(n). So the test finds an excess of 5
   * % in 20,000 arrivals, and one of 20 % in 1,000. At exactly the capacity the result is
   * arbitrary.
   *
   * @param trace the arrivals
   * @param outcome result of the whole trace, warm-up included
   * @param cores number of cores, at least 1
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
   * Returns true if the backlog of any service grew until the end.
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
      // Take the fewest just before an arrival, and the most just after it.
      if (i < third) {
        most = Math.max(most, i + 1 - ended);
      } else if (i >= arrivalsNanos.length - third) {
        least = Math.min(least, i - ended);
      }
    }
    return third > 0 && least > most;
  }
}
