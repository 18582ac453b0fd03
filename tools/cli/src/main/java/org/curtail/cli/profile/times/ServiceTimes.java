package org.curtail.cli.profile.times;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.curtail.benchkit.latencylog.TimedRequests;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;

/** Service times of requests, without waiting. The arrays must not be changed. */
final class ServiceTimes {
  /**
   * Greatest share of requests that overlap with another one. Up to it, waiting cannot change a
   * 99th percentile.
   */
  static final double FEW = 0.001;

  /**
   * Greatest share of requests that may contradict a rule; with a greater share, the rule is wrong.
   */
  private static final double MOST_CONTRADICTING = 0.01;

  /**
   * Greatest share of the demand without enough observations; with a greater share, a 99th
   * percentile is a guess.
   */
  private static final double MOST_UNSEEN = 0.01;

  /** Least number of requests that were alone for a time, for an estimate at that time. */
  private static final int FEWEST_SEEN = 10;

  /** Rounding error of sums of times: far below the resolution of any clock. */
  private static final double ROUNDING_MS = 1e-6;

  private final double[] timesMs;
  private final double[] weights;
  private final double[] arrivalsMs;
  private final String rule;
  private final List<String> notes;

  private ServiceTimes(
      double[] timesMs, double[] weights, double[] arrivalsMs, String rule, List<String> notes) {
    this.timesMs = timesMs;
    this.weights = weights;
    this.arrivalsMs = arrivalsMs;
    this.rule = rule;
    this.notes = List.copyOf(notes);
  }

  /** Service times in milliseconds, above 0. */
  double[] timesMs() {
    return timesMs;
  }

  /** The number of requests with each time; above 0. */
  double[] weights() {
    return weights;
  }

  /** Arrival times of the requests; empty if an arrival time is unknown. */
  double[] arrivalsMs() {
    return arrivalsMs;
  }

  /** The rule of the computation from durations, in words. */
  String rule() {
    return rule;
  }

  /** Notes on doubts about these times. */
  List<String> notes() {
    return notes;
  }

  private static ServiceTimes asLogged(TimedRequests logged, List<String> notes) {
    return asLogged(logged, "durations are used as service times without a change", notes);
  }

  /** Returns the durations as service times. */
  static ServiceTimes asLogged(TimedRequests logged, String rule, List<String> notes) {
    return new ServiceTimes(
        logged.durationsMs(), logged.weights(), logged.arrivalsMs(), rule, notes);
  }

  /**
   * Returns service times by the right rule for the data, if the user names none.
   *
   * @param file name of the file, for messages
   */
  static ServiceTimes unsaid(TimedRequests logged, String file) {
    if (!logged.hasArrivals()) {
      return asLogged(
          logged,
          List.of(
              "without arrival times, durations do not show whether they contain waiting; if they were measured under load, the profile is too long"));
    }
    double overlapping = overlapping(logged);
    return overlapping <= FEW
        ? asLogged(logged, List.of())
        : alone(
            logged,
            file,
            List.of(
                "durations were measured under load: %s of the requests met another one, so that durations may contain waiting"
                    .formatted(Numbers.percent(overlapping))));
  }

  /** Returns service times by a rule of the user. */
  static ServiceTimes by(WaitingRule rule, TimedRequests logged, String file) {
    return switch (rule) {
      case WaitingRule.None none ->
          asLogged(
              logged,
              logged.hasArrivals() && overlapping(logged) > FEW
                  ? List.of(
                      "%s of the requests met another one; by --waiting their durations contain no waiting"
                          .formatted(Numbers.percent(overlapping(logged))))
                  : List.of());
      case WaitingRule.Alone alone -> alone(logged, file, List.of());
      case WaitingRule.Free free -> free(logged, free.workers());
      case WaitingRule.Fifo fifo -> fifo(logged, fifo.workers(), file);
    };
  }

  /**
   * Returns the share of requests that overlapped with another one. With inexact arrival times, a
   * possible overlap counts.
   */
  static double overlapping(TimedRequests logged) {
    double[] arrivals = logged.arrivalsMs();
    double[] durations = logged.durationsMs();
    double lastEnd = Double.NEGATIVE_INFINITY;
    int met = 0;
    for (int i = 0; i < arrivals.length; i++) {
      double end = arrivals[i] + durations[i] + logged.resolutionMs() - ROUNDING_MS;
      boolean metNext = i + 1 < arrivals.length && arrivals[i + 1] < end;
      met += arrivals[i] < lastEnd || metNext ? 1 : 0;
      lastEnd = Math.max(lastEnd, end);
    }
    return (double) met / arrivals.length;
  }

  /**
   * Returns service times from requests that found no other on arrival, observed until the next
   * arrival. The service time is known if the request ended before; otherwise it is longer than
   * observed. Long requests are interrupted more often, so without interrupted requests the demand
   * would be too short. The product-limit estimate for censored observations (Kaplan and Meier,
   * 1958) corrects this, if the next arrival does not depend on the length of a request. Beyond the
   * longest observation, the demand has that value.
   */
  private static ServiceTimes alone(TimedRequests logged, String file, List<String> notes) {
    List<Watched> watched = watched(logged);
    double surviving = 1;
    var times = DoubleStream.builder();
    var shares = DoubleStream.builder();
    int whole = 0;
    double unseen = 1;
    double seenMs = 0;
    for (int i = 0; i < watched.size(); i++) {
      Watched one = watched.get(i);
      if (watched.size() - i >= FEWEST_SEEN) {
        unseen = surviving;
        seenMs = one.ms();
      }
      if (one.isWhole()) {
        double share = surviving / (watched.size() - i);
        surviving -= share;
        times.add(one.ms());
        shares.add(share);
        whole++;
      }
    }
    if (whole == 0) {
      throw new UsageError(
          "%s: expected requests that met no other, for their times alone, found none among %s; use --waiting fifo:N for N workers that serve in order of arrival, or --waiting none if durations contain no waiting"
              .formatted(file, Numbers.count(logged.size())));
    }
    boolean isOpen = !watched.getLast().isWhole() && surviving > 0;
    if (isOpen) {
      times.add(watched.getLast().ms());
      shares.add(surviving);
    }
    int alone = whole;
    double[] weights = shares.build().map(share -> share * alone).toArray();
    var all = new ArrayList<>(notes);
    if (unseen > MOST_UNSEEN) {
      all.add(
          "%s of the demand is longer than %s, and fewer than %d requests were alone for so long: percentiles above p%s are little more than guesses; measure at a lower load, or use --waiting fifo:N"
              .formatted(
                  Numbers.percent(unseen),
                  Numbers.time(seenMs),
                  FEWEST_SEEN,
                  Numbers.plain(Math.floor(100 * (1 - unseen)))));
    }
    return new ServiceTimes(
        times.build().toArray(),
        weights,
        new double[] {},
        "service times are estimated from %s of %s requests: requests that found no other, until another came (%s ended before)"
            .formatted(
                Numbers.count(watched.size()), Numbers.count(logged.size()), Numbers.count(whole)),
        all);
  }

  /**
   * A request that found no other one.
   *
   * @param ms time alone
   * @param isWhole true if the request ended before another one arrived
   */
  private record Watched(double ms, boolean isWhole) {}

  /**
   * Returns the requests that found no other one, by time; of equal times, ended requests are
   * first.
   */
  private static List<Watched> watched(TimedRequests logged) {
    double[] arrivals = logged.arrivalsMs();
    double[] durations = logged.durationsMs();
    var watched = new ArrayList<Watched>();
    double lastEnd = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < arrivals.length; i++) {
      if (arrivals[i] >= lastEnd - ROUNDING_MS) {
        double gapMs =
            i + 1 < arrivals.length ? arrivals[i + 1] - arrivals[i] : Double.POSITIVE_INFINITY;
        watched.add(
            new Watched(Math.min(durations[i], gapMs), durations[i] <= gapMs + ROUNDING_MS));
      }
      lastEnd = Math.max(lastEnd, arrivals[i] + durations[i]);
    }
    watched.sort(
        Comparator.comparingDouble(Watched::ms)
            .thenComparing(Watched::isWhole, Comparator.reverseOrder()));
    return watched;
  }

  /**
   * Returns the durations of requests that found fewer other requests than the service has workers.
   * Such requests did not wait, and a request's own time does not depend on other requests. If more
   * requests than workers share the cores, durations still include that. The first request is
   * always included.
   */
  static ServiceTimes free(TimedRequests logged, int workers) {
    int[] found = inService(logged);
    int[] kept = IntStream.range(0, found.length).filter(i -> found[i] < workers).toArray();
    double[] weights = new double[kept.length];
    Arrays.fill(weights, 1);
    return new ServiceTimes(
        IntStream.of(kept).mapToDouble(i -> logged.durationsMs()[i]).toArray(),
        weights,
        new double[] {},
        "service times are those of the %s of %s requests that found %s"
            .formatted(
                Numbers.count(kept.length),
                Numbers.count(logged.size()),
                workers == 1 ? "no other" : "fewer than %d others".formatted(workers)),
        List.of());
  }

  /** Returns the number of other requests in the service at each arrival. */
  static int[] inService(TimedRequests logged) {
    double[] arrivals = logged.arrivalsMs();
    double[] durations = logged.durationsMs();
    int[] found = new int[arrivals.length];
    var endsMs = new PriorityQueue<Double>();
    for (int i = 0; i < arrivals.length; i++) {
      while (!endsMs.isEmpty() && endsMs.peek() <= arrivals[i] + ROUNDING_MS) {
        endsMs.remove();
      }
      found[i] = endsMs.size();
      endsMs.add(arrivals[i] + durations[i]);
    }
    return found;
  }

  /**
   * Returns the service times of requests, if this number of workers serve them in order of
   * arrival, one at a time each. The times are exact if the service works in this way.
   */
  private static ServiceTimes fifo(TimedRequests logged, int workers, String file) {
    double[] arrivals = logged.arrivalsMs();
    double[] durations = logged.durationsMs();
    var freeMs = new PriorityQueue<Double>();
    double[] times = new double[arrivals.length];
    int waited = 0;
    for (int i = 0; i < arrivals.length; i++) {
      double end = arrivals[i] + durations[i];
      double start = arrivals[i];
      if (freeMs.size() == workers) {
        start = Math.max(start, freeMs.remove());
      }
      waited += start > arrivals[i] ? 1 : 0;
      times[i] = start > arrivals[i] ? end - start : durations[i];
      freeMs.add(Math.max(start, end));
    }
    int[] kept = IntStream.range(0, times.length).filter(i -> times[i] > 0).toArray();
    int contradicting = times.length - kept.length;
    if (contradicting > MOST_CONTRADICTING * times.length) {
      throw new UsageError(
          "%s: --waiting fifo:%d: expected requests that end after the first of %d workers is free, found %s of %s that end before; state more workers, or --waiting alone if requests are not served in order of arrival"
              .formatted(
                  file,
                  workers,
                  workers,
                  Numbers.count(contradicting),
                  Numbers.count(times.length)));
    }
    double[] weights = new double[kept.length];
    Arrays.fill(weights, 1);
    return new ServiceTimes(
        IntStream.of(kept).mapToDouble(i -> times[i]).toArray(),
        weights,
        IntStream.of(kept).mapToDouble(i -> arrivals[i]).toArray(),
        "service times are computed for %d %s in order of arrival, each with one request at a time; %s of %s requests waited"
            .formatted(
                workers,
                workers == 1 ? "worker" : "workers",
                Numbers.count(waited),
                Numbers.count(times.length)),
        contradicting == 0
            ? List.of()
            : List.of(
                "%s of %s requests end before a worker was free, and are left out"
                    .formatted(Numbers.count(contradicting), Numbers.count(times.length))));
  }

  @Override
  public String toString() {
    return "ServiceTimes[%d, %s]".formatted(timesMs.length, rule);
  }
}
