package org.curtail.benchkit.replicas;

import java.util.Collection;
import java.util.List;
import java.util.Random;
import org.curtail.benchkit.openloop.Arrivals;

/**
 * All random values of a block, drawn from a seed before the block: arrivals of requests, time and
 * replica of each attempt, and disturbances of replicas. All policies thus meet the same values.
 * Immutable.
 */
public final class LiveTrace {
  /** Greatest number of attempts of a request: original and copy. */
  static final int COPIES = 2;

  /** Upper bound of random whole numbers. */
  private static final int MANY = 1 << 30;

  private final long[] dueNanos;
  private final long[][] holdNanos;
  private final int[] entry;
  private final int[][] choice;
  private final int replicas;
  private final List<Disturbance> disturbances;

  private LiveTrace(
      long[] dueNanos,
      long[][] holdNanos,
      int[] entry,
      int[][] choice,
      int replicas,
      List<Disturbance> disturbances) {
    this.dueNanos = dueNanos;
    this.holdNanos = holdNanos;
    this.entry = entry;
    this.choice = choice;
    this.replicas = replicas;
    this.disturbances = List.copyOf(disturbances);
  }

  /**
   * Draws a trace.
   *
   * @param requests number of requests, at least 1
   * @param perSecond requests per second: above 0
   */
  static LiveTrace draw(ReplicaSetting setting, int requests, double perSecond, long seed) {
    var random = new Random(seed);
    Arrivals arrivals = Arrivals.poisson(requests, 1, random);
    RecordedTimes.Draw times = setting.times().draw(random);
    long[] dueNanos = new long[requests];
    long[][] holdNanos = new long[COPIES][requests];
    int[] entry = new int[requests];
    int[][] choice = new int[COPIES][requests];
    for (int i = 0; i < requests; i++) {
      dueNanos[i] = arrivals.dueNanos(i, perSecond);
      holdNanos[0][i] = times.nextNanos();
      entry[i] = times.entry();
      holdNanos[1][i] = times.copyNanos();
      choice[0][i] =
          switch (setting.choice()) {
            case RANDOM -> random.nextInt(MANY);
            case ROUND_ROBIN -> i;
          };
      choice[1][i] = random.nextInt(MANY);
    }
    double blockMs = 1000 * requests / perSecond;
    return new LiveTrace(
        dueNanos,
        holdNanos,
        entry,
        choice,
        setting.replicas(),
        Disturbance.draw(setting.noise(), setting.replicas(), blockMs, random));
  }

  int size() {
    return dueNanos.length;
  }

  /** Returns the arrival of a request since the begin. */
  long dueNanos(int request) {
    return dueNanos[request];
  }

  /** Returns the index of a request's time among the recorded times. */
  public int entry(int request) {
    return entry[request];
  }

  /**
   * Returns the message for an attempt of a request.
   *
   * @param copy 0 for the original, 1 for the copy
   */
  HoldRequest request(int request, int copy) {
    return new HoldRequest(request, copy, holdNanos[copy][request]);
  }

  /**
   * Returns the replica of an attempt.
   *
   * @param copy 0 for the original, 1 for the copy
   * @param avoided replicas to avoid if there are others
   */
  int replica(int request, int copy, Collection<?> avoided) {
    return OtherReplica.of(choice[copy][request], replicas, avoided);
  }

  List<Disturbance> disturbances() {
    return disturbances;
  }
}
