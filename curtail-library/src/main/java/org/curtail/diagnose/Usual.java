package org.curtail.diagnose;

import static java.util.stream.Collectors.groupingBy;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.curtail.Percentile;

/**
 * What requests usually take, and on what: what a slow one is compared with. Usual is the mean of
 * the middle fifth by latency, so a few slow requests do not move it, and its parts add up. A request
 * is compared with those that asked the same, if there are at least {@link #LEAST_LIKE} of them;
 * else, if its demand is known, with all, but for as much work as it asks for; else with all.
 * Immutable.
 */
public final class Usual {
  /** Of fewer requests the middle is chance. */
  public static final int LEAST_LIKE = 5;

  /** A request that takes less than half as long again as usual is not called slow. */
  public static final double LEAST_SLOWDOWN = 1.5;

  /** From the median to the upper quartile of a normal distribution, in standard deviations. */
  private static final double QUARTILE_DEVIATIONS = 0.6745;

  private static final double DEVIATIONS = 3;

  private final CauseNanos ofAll;
  private final Map<String, CauseNanos> byGroup;
  private final double slowAmongAll;
  private final double slowAmongLike;

  private Usual(List<Breakdown> requests) {
    ofAll = middle(requests);
    byGroup = byGroup(requests);
    slowAmongAll = slowdownFrom(requests, this::slowdownAmongAll);
    slowAmongLike = slowdownFrom(requests, this::slowdownAmongLike);
  }

  /**
   * From many requests, fast and slow ones.
   *
   * @throws IllegalArgumentException if there are none
   */
  public static Usual of(List<Breakdown> requests) {
    if (requests.isEmpty()) {
      throw new IllegalArgumentException("what is usual needs at least one request");
    }
    return new Usual(requests);
  }

  private static CauseNanos middle(List<Breakdown> requests) {
    List<Breakdown> sorted =
        requests.stream().sorted(Comparator.comparingLong(Breakdown::latencyNanos)).toList();
    int from = 2 * sorted.size() / 5;
    int to = Math.max(from + 1, (3 * sorted.size() + 4) / 5);
    return CauseMean.of(sorted.subList(from, to));
  }

  private static Map<String, CauseNanos> byGroup(List<Breakdown> requests) {
    var usual = new HashMap<String, CauseNanos>();
    requests.stream()
        .filter(Breakdown::hasGroup)
        .collect(groupingBy(Breakdown::group))
        .forEach(
            (group, members) -> {
              if (members.size() >= LEAST_LIKE) {
                usual.put(group, middle(members));
              }
            });
    return usual;
  }

  /**
   * From which slowdown on a request is slow: three standard deviations above the median, as the
   * upper quartile tells them, since the slow requests themselves would blow up the deviation.
   */
  private static double slowdownFrom(
      List<Breakdown> requests, ToDoubleFunction<Breakdown> slowdown) {
    double[] sorted = requests.stream().mapToDouble(slowdown).sorted().toArray();
    double median = Percentile.of(sorted, 50);
    double deviation = (Percentile.of(sorted, 75) - median) / QUARTILE_DEVIATIONS;
    return Math.max(LEAST_SLOWDOWN, median + DEVIATIONS * deviation);
  }

  private double slowdownAmongAll(Breakdown request) {
    return slowdown(request, ofAll);
  }

  private double slowdownAmongLike(Breakdown request) {
    return slowdown(request, ofLike(request));
  }

  private static double slowdown(Breakdown request, CauseNanos usual) {
    return (double) request.latencyNanos() / Math.max(1, usual.sum());
  }

  /** What a request of middle latency takes. */
  public CauseNanos ofAll() {
    return ofAll;
  }

  /** What a request like this one usually takes. */
  public CauseNanos ofLike(Breakdown request) {
    CauseNanos group = byGroup.get(request.group());
    if (group != null) {
      return group;
    }
    if (!request.demandKnown()) {
      return ofAll;
    }
    return CauseNanos.of(
        cause -> cause == Cause.WORK ? request.nanos(Cause.WORK) : ofAll.of(cause));
  }

  /** Whether it took far longer than a request like it usually does. */
  public boolean isSlowForItsLike(Breakdown request) {
    return slowdownAmongLike(request) > slowAmongLike;
  }

  /** Whether it took far longer than requests usually do. */
  public boolean isSlowAmongAll(Breakdown request) {
    return slowdownAmongAll(request) > slowAmongAll;
  }
}
