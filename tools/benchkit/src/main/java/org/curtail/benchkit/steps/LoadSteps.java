package org.curtail.benchkit.steps;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.curtail.Profile;
import org.curtail.benchkit.text.Numbers;
import org.curtail.sim.RatePeriod;
import org.curtail.sim.SteppedArrivals;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;

/**
 * Rates that follow each other.
 *
 * @param periods at least one, not all with rate 0
 */
public record LoadSteps(List<RatePeriod> periods) {
  private static final double MS_PER_SECOND = 1000;

  public LoadSteps {
    periods = new SteppedArrivals(periods).periods();
  }

  /** Poisson arrivals at these rates, which begin again after the last. */
  public SteppedArrivals arrivals() {
    return new SteppedArrivals(periods);
  }

  /** Length of all steps together. */
  public double durationMs() {
    return fromMs(periods.size());
  }

  /** Begin of a step, counted from 0; the step after the last gives the end. */
  public double fromMs(int step) {
    return periods.subList(0, step).stream().mapToDouble(RatePeriod::durationMs).sum();
  }

  /** Length of the shortest step. */
  public double shortestMs() {
    return periods.stream().mapToDouble(RatePeriod::durationMs).min().orElseThrow();
  }

  /**
   * A warning of steps above a capacity, if there are any.
   *
   * @param perSecond capacity of all cores with one thread a request
   */
  public Optional<String> overload(double perSecond) {
    List<String> beyond =
        periods.stream()
            .map(RatePeriod::perSecond)
            .filter(rate -> rate > perSecond)
            .distinct()
            .map(Numbers::plain)
            .toList();
    return beyond.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "a step of %s requests/s is beyond the %s requests/s that the cores carry with one thread each: while it lasts, requests queue"
                .formatted(String.join(" and of ", beyond), Numbers.significant(perSecond)));
  }

  /** Mean number of requests in all steps. */
  public double expected() {
    return periods.stream().mapToDouble(LoadSteps::expected).sum();
  }

  /** Mean number of requests in a step. */
  static double expected(RatePeriod step) {
    return step.perSecond() * step.durationMs() / MS_PER_SECOND;
  }

  /** Requests per second in the mean. */
  public double meanPerSecond() {
    return expected() / (durationMs() / MS_PER_SECOND);
  }

  /** All arrivals of one series of the steps, in milliseconds from its begin. */
  public double[] arrivalsMs(long seed) {
    int most = (int) (2 * expected() + 20);
    while (true) {
      double[] drawn = arrivals().draw(most, generator(seed));
      if (drawn[most - 1] >= durationMs()) {
        return Arrays.stream(drawn).takeWhile(ms -> ms < durationMs()).toArray();
      }
      most *= 2;
    }
  }

  /** The same arrivals, each with a request of a profile. */
  public Trace trace(Profile profile, long seed) {
    return Traces.draw(arrivals(), profile, arrivalsMs(seed).length, seed);
  }

  /** The generator of {@link Traces}, which draws the requests from another. */
  private static SplittableRandom generator(long seed) {
    var random = new SplittableRandom(seed);
    random.split();
    return random;
  }

  /** As on the command line. */
  public String text() {
    return periods.stream()
        .map(step -> plain(step.perSecond()) + ":" + duration(step.durationMs()))
        .collect(Collectors.joining(","));
  }

  /** A duration as on the command line. */
  public static String duration(double ms) {
    return ms % MS_PER_SECOND == 0 ? plain(ms / MS_PER_SECOND) + "s" : plain(ms) + "ms";
  }

  private static String plain(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}
