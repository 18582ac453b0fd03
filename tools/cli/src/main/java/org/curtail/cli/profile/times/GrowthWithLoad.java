package org.curtail.cli.profile.times;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Optional;
import java.util.stream.IntStream;
import org.curtail.benchkit.latencylog.TimedRequests;
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.text.Numbers;

/**
 * Durations of requests that arrived while the service was quiet, compared with those that arrived
 * while it was busy. If the latter are longer, durations contain waiting, or requests slow each
 * other down.
 *
 * @param place place of the other counted requests, in words: "in the service"
 * @param quiet requests that found at most {@code quietLoad}: about the quietest quarter
 * @param busy requests that found at least {@code busyLoad}: about the busiest quarter
 */
record GrowthWithLoad(String place, int quietLoad, Group quiet, int busyLoad, Group busy) {
  /** Fewest requests of a group; with fewer, a median is too uncertain for a comparison. */
  private static final int FEWEST = 200;

  /** Least fraction of a second that is more than rounding. */
  private static final double ROUNDING = 1e-4;

  /** Standard deviations around the mean of a normal distribution that contain 99 %. */
  private static final double WITHIN_99_PERCENT = 2.576;

  /**
   * A group of requests.
   *
   * @param lowMs the lower end of a 99 % interval of the median
   * @param highMs the upper end
   */
  record Group(int requests, double medianMs, double lowMs, double highMs, double p99Ms) {
    static Group of(double[] durationsMs) {
      double[] ascending = durationsMs.clone();
      Arrays.sort(ascending);
      int n = ascending.length;
      int reach = (int) Math.ceil(WITHIN_99_PERCENT * Math.sqrt(n) / 2);
      return new Group(
          n,
          ascending[n / 2],
          ascending[Math.max(0, n / 2 - reach)],
          ascending[Math.min(n - 1, n / 2 + reach)],
          ascending[Math.min(n - 1, (int) (0.99 * n))]);
    }
  }

  /**
   * Compares quiet with busy requests.
   *
   * @return empty if arrivals are unknown, if there are too few requests, or if the load never
   *     changed
   */
  static Optional<GrowthWithLoad> of(TimedRequests logged) {
    if (logged.size() < 2 * FEWEST || !logged.hasArrivals()) {
      return Optional.empty();
    }
    boolean isCoarse = ServiceTimeOptions.isCoarse(logged);
    int[] found = isCoarse ? inTheSameSecond(logged) : ServiceTimes.inService(logged);
    int[] ascending = found.clone();
    Arrays.sort(ascending);
    int quietLoad = ascending[ascending.length / 4];
    int busyLoad = ascending[ascending.length * 3 / 4];
    if (quietLoad == busyLoad) {
      return Optional.empty();
    }
    double[] durations = logged.durationsMs();
    double[] quiet =
        IntStream.range(0, found.length)
            .filter(i -> found[i] <= quietLoad)
            .mapToDouble(i -> durations[i])
            .toArray();
    double[] busy =
        IntStream.range(0, found.length)
            .filter(i -> found[i] >= busyLoad)
            .mapToDouble(i -> durations[i])
            .toArray();
    return quiet.length < FEWEST || busy.length < FEWEST
        ? Optional.empty()
        : Optional.of(
            new GrowthWithLoad(
                isCoarse ? "in the same second" : "in the service",
                quietLoad,
                Group.of(quiet),
                busyLoad,
                Group.of(busy)));
  }

  /**
   * Returns the number of other requests in the second that the log names, that of the arrival or
   * of the end. With the other kind of second, longer requests would seem to meet more requests.
   */
  private static int[] inTheSameSecond(TimedRequests logged) {
    double[] moments = logged.arrivalsMs().clone();
    double resolutionMs = logged.resolutionMs();
    if (!areWhole(moments, resolutionMs)) {
      double[] durations = logged.durationsMs();
      Arrays.setAll(moments, i -> moments[i] + durations[i]);
      double firstMs = moments[0];
      Arrays.setAll(moments, i -> moments[i] - firstMs);
    }
    long[] seconds =
        Arrays.stream(moments).mapToLong(ms -> Math.round(ms / resolutionMs)).toArray();
    var requests = new HashMap<Long, Integer>();
    Arrays.stream(seconds).forEach(second -> requests.merge(second, 1, Integer::sum));
    return Arrays.stream(seconds)
        .mapToInt(second -> requests.getOrDefault(second, 1) - 1)
        .toArray();
  }

  /** True if all times are whole multiples of the resolution, except for rounding. */
  private static boolean areWhole(double[] moments, double resolutionMs) {
    return Arrays.stream(moments)
        .map(ms -> ms / resolutionMs)
        .allMatch(seconds -> Math.abs(seconds - Math.rint(seconds)) < ROUNDING);
  }

  /** True if the median of the busy requests is longer, and not by chance. */
  boolean isSeen() {
    return busy.lowMs() > quiet.highMs();
  }

  /** Both groups in words. */
  String words() {
    boolean shows99 =
        SampleSize.carries(quiet.requests(), 99) && SampleSize.carries(busy.requests(), 99);
    return "median %s%s with %s %s, %s%s with %d or more"
        .formatted(
            Numbers.time(quiet.medianMs()),
            shows99 ? " and p99 " + Numbers.time(quiet.p99Ms()) : "",
            quietLoad == 0
                ? "no other"
                : "at most %d %s".formatted(quietLoad, quietLoad == 1 ? "other" : "others"),
            place,
            Numbers.time(busy.medianMs()),
            shows99 ? " and " + Numbers.time(busy.p99Ms()) : "",
            busyLoad);
  }
}
