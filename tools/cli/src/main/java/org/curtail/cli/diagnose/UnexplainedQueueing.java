package org.curtail.cli.diagnose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.diagnose.UnexplainedQueueing.Verdict;
import org.curtail.diagnose.RequestEvidence;
import org.curtail.signals.Stint;

/**
 * Compares three waits of requests. The first is measured. The second is that of the same requests,
 * with the same arrivals and times, in an ideal queue. The third is that of an M/G/k queue with the
 * same load, without bursts of arrivals. If the measured wait is above the ideal one, something
 * other than the load keeps requests waiting. If the ideal wait is above that of M/G/k, arrivals
 * come in bursts.
 *
 * @param requests counted requests
 * @param servers number of servers of these requests
 * @param utilization utilization of the servers by Little's law: rate of arrivals times mean
 *     service, for each server
 * @param inQueue mean number of waiting requests over time, by Little's law: the rate of arrivals
 *     times the mean wait
 * @param seenByArrivals mean number of waiting requests at an arrival. If arrivals come one by one
 *     at random, this is {@code inQueue} (they see time averages). If it is far above, they come in
 *     bursts.
 * @param meanWaitNanos measured mean wait
 * @param idealWaitNanos ideal wait of the same requests in an undisturbed FIFO queue
 * @param expectedWaitNanos expected wait in an M/G/k queue: infinite from a utilization of 1 on
 * @param verdict verdict in one word
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

  /** Fewest requests; with fewer, mean waits vary too much. */
  static final int LEAST_REQUESTS = 200;

  /** Factor above which a wait counts as greater than another. */
  private static final double MORE = 1.5;

  /** Smallest wait worth mentioning, as a share of the mean service. */
  private static final double WORTH = 0.1;

  private static final int BATCHES = 20;

  /** Cause of the waits. */
  enum Verdict {
    /** The load is the cause. */
    EXPLAINED,
    /** Arrivals come in bursts. */
    BURSTS,
    /** The cause is something other than the load. */
    UNEXPLAINED,
    /** The servers cannot carry the load. */
    OVERLOADED,
    /** There are too few requests. */
    UNKNOWN
  }

  /**
   * Compares the waits of one server's requests, from their arrivals, starts and ends. A request
   * with several threads counts with the sum of their times.
   *
   * @param requests requests in any order
   * @param servers number of serving threads, at least 1. If there are more threads than cores,
   *     their waits for a core count as service.
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
    double expected = meanWaitNanos(servers, perNano, service, squaredVariation(times.services()));
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

    /** Mean number of earlier requests that have not started at an arrival; uses two pointers. */
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
   * Returns the wait of each request in an undisturbed FIFO queue. There, a server gets the next
   * request as soon as it is free (Kiefer and Wolfowitz 1955).
   *
   * @param arrivalsNanos arrivals in ascending order
   * @param servicesNanos service times of the same requests
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
   * Returns the standard error of the mean of dependent values, such as waits in a queue. The
   * method uses means of long batches, which hardly depend on each other.
   *
   * <p>Source: Law, Simulation Modeling and Analysis (2015), 9.5.3.
   *
   * @param values values in order of time, at least 20
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

  /**
   * The probability that an arrival at an M/M/k queue has to wait (Erlang's C formula).
   *
   * <p>Source: Harchol-Balter, Performance Modeling and Design of Computer Systems (2013), 14.5.
   *
   * @param servers at least 1
   * @param offered load in servers: rate of arrivals times mean service, from 0, below {@code
   *     servers}
   */
  static double waits(int servers, double offered) {
    // Erlang's B by its recursion, which has no overflow and no cancellation.
    double lost = 1;
    for (int n = 1; n <= servers; n++) {
      lost = offered * lost / (n + offered * lost);
    }
    return lost / (1 - offered / servers * (1 - lost));
  }

  /**
   * Returns the mean wait in an M/G/k queue (Lee and Longton 1959). The wait is the wait of an
   * M/M/k queue times the mean of two squared coefficients of variation: that of an exponential
   * time and that of the service. Exact for one server, and for exponential services.
   *
   * @param perNano rate of arrivals
   * @param squaredVariation of services, at least 0
   * @return infinite if the servers cannot carry the load
   */
  static double meanWaitNanos(
      int servers, double perNano, double meanServiceNanos, double squaredVariation) {
    double offered = perNano * meanServiceNanos;
    if (offered >= servers) {
      return Double.POSITIVE_INFINITY;
    }
    double exponential = waits(servers, offered) * meanServiceNanos / (servers - offered);
    return exponential * (1 + squaredVariation) / 2;
  }

  // ---- In words.

  /**
   * The findings, the most frequent first, each with the mean figures of its blocks.
   *
   * @param otherwise servers of a block whose requests do not report their threads
   */
  static String sentence(List<List<RequestEvidence>> blocks, int otherwise) {
    List<UnexplainedQueueing> all =
        blocks.stream()
            .filter(block -> !block.isEmpty())
            .map(block -> UnexplainedQueueing.of(block, servers(block, otherwise)))
            .filter(block -> block.verdict() != Verdict.UNKNOWN)
            .toList();
    if (all.isEmpty()) {
      return "Too few requests to say whether the load explains their waits.";
    }
    if (all.stream().allMatch(block -> block.meanWaitNanos() == 0)) {
      return "No request waited, as far as the time of its arrival at the server is known.";
    }
    var sentences = new ArrayList<String>();
    Stream.of(Verdict.values())
        .map(verdict -> all.stream().filter(block -> block.verdict() == verdict).toList())
        .filter(same -> !same.isEmpty())
        .sorted(Comparator.comparingInt((List<UnexplainedQueueing> same) -> same.size()).reversed())
        .forEach(same -> sentences.add(found(same, all.size())));
    return String.join(" ", sentences);
  }

  /**
   * Number of servers: requests wait for threads. Threads may outnumber cores, because they mostly
   * wait for something else or because they share the cores.
   */
  private static int servers(List<RequestEvidence> block, int otherwise) {
    long threads =
        block.stream()
            .flatMap(request -> request.stints().stream())
            .mapToLong(Stint::threadId)
            .distinct()
            .count();
    return threads == 0 ? otherwise : Math.toIntExact(threads);
  }

  private static String found(List<UnexplainedQueueing> same, int blocks) {
    String where =
        same.size() == blocks ? "" : "In %,d of %,d blocks: ".formatted(same.size(), blocks);
    String waits =
        "requests waited %s on average, in an ideal queue they would have waited %s, and %s if they arrived one by one at random"
            .formatted(
                time(same, UnexplainedQueueing::meanWaitNanos),
                time(same, UnexplainedQueueing::idealWaitNanos),
                time(same, UnexplainedQueueing::expectedWaitNanos));
    return where
        + switch (same.getFirst().verdict()) {
          case EXPLAINED -> "The load explains the queueing: %s.".formatted(waits);
          case BURSTS -> "Bursts of arrivals explain the queueing: %s.".formatted(waits);
          case UNEXPLAINED -> "There is more queueing than the load explains: %s.".formatted(waits);
          case OVERLOADED, UNKNOWN ->
              "The %s cannot carry the load: busy %s of the time, the queue grows as long as the load lasts."
                  .formatted(
                      threads(same.getFirst().servers()),
                      Numbers.percent(mean(same, UnexplainedQueueing::utilization)));
        };
  }

  private static String threads(int servers) {
    return servers == 1 ? "serving thread" : "%,d serving threads".formatted(servers);
  }

  private static String time(
      List<UnexplainedQueueing> all, ToDoubleFunction<UnexplainedQueueing> nanos) {
    double mean = mean(all, nanos);
    return Double.isFinite(mean) ? Numbers.time(mean / 1e6) : "ever longer";
  }

  private static double mean(
      List<UnexplainedQueueing> all, ToDoubleFunction<UnexplainedQueueing> figure) {
    return all.stream().mapToDouble(figure).average().orElseThrow();
  }
}
