package org.curtail.cli.diagnose;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.curtail.diagnose.RequestEvidence;
import org.curtail.signals.Stint;

/**
 * Compares the waits of requests with the load. There are three waits: the measured one; that of
 * the same requests, with the same arrivals and times, in an ideal queue; and that of an M/G/k
 * queue of the same load, whose arrivals are even. Measured above ideal: something other than the
 * load keeps requests waiting. Ideal above M/G/k: arrivals come in bursts.
 *
 * @param requests that were counted
 * @param servers that served them
 * @param utilization of the servers by Little's law: rate of arrivals times mean service, for each
 *     server
 * @param inQueue waiting requests, on average over time, by Little's law: the rate of arrivals
 *     times the mean wait
 * @param seenByArrivals waiting requests at an arrival, on average. If arrivals come one by one at
 *     random, that is {@code inQueue} (they see time averages); far above it, they come in bursts.
 * @param meanWaitNanos measured
 * @param idealWaitNanos of the same requests in an undisturbed FIFO queue
 * @param expectedWaitNanos in an M/G/k queue: infinite from a utilization of 1 on
 * @param verdict in one word
 */
record UnexplainedQueueing(
    int requests,
    int servers,
    double utilization,
    double inQueue,
    double seenByArrivals,
    double meanWaitNanos,
    double idealWaitNanos,
    double expectedWaitNanos,
    Verdict verdict) {
  /** With fewer requests, mean waits vary too much. */
  static final int LEAST_REQUESTS = 200;

  /** Factor from which a wait is greater than another. */
  private static final double MORE = 1.5;

  /** Smallest wait worth mentioning, as a share of the mean service. */
  private static final double WORTH = 0.1;

  private static final int BATCHES = 20;

  /** Cause of the waits. */
  enum Verdict {
    /** The load. */
    EXPLAINED,
    /** Arrivals in bursts. */
    BURSTS,
    /** Something other than the load. */
    UNEXPLAINED,
    /** The servers cannot carry the load. */
    OVERLOADED,
    /** Too few requests. */
    UNKNOWN
  }

  /**
   * Compares the waits of one server's requests, from their arrivals, starts and ends. A request
   * with several threads counts with the sum of their times.
   *
   * @param requests in any order
   * @param servers threads that serve, at least 1. If they are more than the cores, they take
   *     turns: then their waits for a core count as service.
   */
  static UnexplainedQueueing of(List<RequestEvidence> requests, int servers) {
    if (servers < 1) {
      throw new IllegalArgumentException("servers must be at least 1: " + servers);
    }
    if (requests.size() < LEAST_REQUESTS) {
      return new UnexplainedQueueing(
          requests.size(),
          servers,
          Double.NaN,
          Double.NaN,
          Double.NaN,
          Double.NaN,
          Double.NaN,
          Double.NaN,
          Verdict.UNKNOWN);
    }
    return of(QueueTimes.of(requests), servers);
  }

  private static UnexplainedQueueing of(QueueTimes times, int servers) {
    double perNano = times.perNano();
    double service = mean(times.services());
    double utilization = perNano * service / servers;
    double wait = mean(times.waits());
    long[] ideal = waitsNanos(times.arrivals(), times.services(), servers);
    double expected =
        ErlangC.meanWaitNanos(servers, perNano, service, squaredVariation(times.services()));
    return new UnexplainedQueueing(
        times.waits().length,
        servers,
        utilization,
        perNano * wait,
        times.seenByArrivals(),
        wait,
        mean(ideal),
        expected,
        verdict(wait, ideal, expected, WORTH * service));
  }

  private static Verdict verdict(double wait, long[] ideal, double expected, double worth) {
    double idealWait = mean(ideal);
    if (Double.isInfinite(expected)) {
      return Verdict.OVERLOADED;
    }
    if (wait > MORE * idealWait && wait - idealWait > worth) {
      return Verdict.UNEXPLAINED;
    }
    double atLeast = idealWait - 2 * standardError(ideal);
    return atLeast > MORE * expected && atLeast - expected > worth
        ? Verdict.BURSTS
        : Verdict.EXPLAINED;
  }

  private static double mean(long[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  private static double squaredVariation(long[] values) {
    double mean = mean(values);
    double sum = Arrays.stream(values).mapToDouble(v -> (v - mean) * (v - mean)).sum();
    return mean == 0 ? 0 : sum / values.length / (mean * mean);
  }

  /** Times of each request, in order of arrival. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record QueueTimes(long[] arrivals, long[] waits, long[] services) {
    static QueueTimes of(List<RequestEvidence> requests) {
      long origin = requests.getFirst().receivedNanos();
      List<RequestEvidence> sorted =
          requests.stream()
              .sorted(Comparator.comparingLong(r -> r.receivedNanos() - origin))
              .toList();
      return new QueueTimes(
          sorted.stream().mapToLong(r -> r.receivedNanos() - origin).toArray(),
          sorted.stream().mapToLong(r -> r.startNanos() - r.receivedNanos()).toArray(),
          sorted.stream().mapToLong(QueueTimes::serviceNanos).toArray());
    }

    private static long serviceNanos(RequestEvidence request) {
      long byThreads = request.stints().stream().mapToLong(Stint::wallNanos).sum();
      return byThreads > 0 ? byThreads : request.endNanos() - request.startNanos();
    }

    double perNano() {
      long spanned = arrivals[arrivals.length - 1] - arrivals[0];
      return (arrivals.length - 1) / (double) Math.max(1, spanned);
    }

    /** Mean number of earlier requests that have not started at an arrival; by two pointers. */
    double seenByArrivals() {
      long[] starts = new long[arrivals.length];
      Arrays.setAll(starts, i -> arrivals[i] + waits[i]);
      Arrays.sort(starts);
      long seen = 0;
      int started = 0;
      for (int i = 0; i < arrivals.length; i++) {
        while (started < starts.length && starts[started] <= arrivals[i]) {
          started++;
        }
        seen += Math.max(0, i - started);
      }
      return (double) seen / arrivals.length;
    }
  }

  /**
   * The wait of each request in an undisturbed FIFO queue: a server takes the next request as soon
   * as it is free (Kiefer and Wolfowitz 1955).
   *
   * @param arrivalsNanos in order
   * @param servicesNanos of the same requests
   * @param servers at least 1
   */
  static long[] waitsNanos(long[] arrivalsNanos, long[] servicesNanos, int servers) {
    var freeFrom = new PriorityQueue<Long>();
    long[] waits = new long[arrivalsNanos.length];
    for (int i = 0; i < waits.length; i++) {
      long start = arrivalsNanos[i];
      if (freeFrom.size() == servers) {
        start = Math.max(start, freeFrom.remove());
      }
      waits[i] = start - arrivalsNanos[i];
      freeFrom.add(start + servicesNanos[i]);
    }
    return waits;
  }

  /**
   * The standard error of the mean of dependent values, such as waits in a queue: means of long
   * batches hardly depend on each other.
   *
   * <p>Source: Law, Simulation Modeling and Analysis (2015), 9.5.3.
   *
   * @param values in order of time, at least 20
   */
  static double standardError(long[] values) {
    double[] means = new double[BATCHES];
    Arrays.setAll(
        means,
        b ->
            Arrays.stream(values, values.length * b / BATCHES, values.length * (b + 1) / BATCHES)
                .average()
                .orElseThrow());
    double mean = Arrays.stream(means).average().orElseThrow();
    double sum = Arrays.stream(means).map(m -> (m - mean) * (m - mean)).sum();
    return Math.sqrt(sum / (BATCHES - 1) / BATCHES);
  }
}
