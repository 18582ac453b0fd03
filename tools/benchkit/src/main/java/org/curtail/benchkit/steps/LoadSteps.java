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
 * A sequence of rates.
 *
 * @param periods at least one, not all with rate 0
 */
public record LoadSteps(List<RatePeriod> periods) {
  private static final double MS_PER_SECOND = 1000;

  public LoadSteps {
    periods = new SteppedArrivals(periods).periods();
  }

  /** Returns Poisson arrivals at these rates. After the last step, the first one follows again. */
  public SteppedArrivals arrivals() {
    return new SteppedArrivals(periods);
  }

  /** Returns the length of all steps, in milliseconds. */
  public double durationMs() {
    return fromMs(periods.size());
  }

  /**
   * Returns the begin of a step, in milliseconds.
   *
   * @param step number of the step, from 0; the number of steps gives the end of the last step
   */
  public double fromMs(int step) {
    return periods.subList(0, step).stream().mapToDouble(RatePeriod::durationMs).sum();
  }

  /** Returns the length of the shortest step, in milliseconds. */
  public double shortestMs() {
    return periods.stream().mapToDouble(RatePeriod::durationMs).min().orElseThrow();
  }

  /**
   * Returns a warning if steps are above a capacity; otherwise empty.
   *
   * @param perSecond capacity of all cores with one thread per request
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

  /** Returns the mean number of requests in all steps. */
  public double expected() {
    return periods.stream().mapToDouble(LoadSteps::expected).sum();
  }

  /** Returns the mean number of requests in a step. */
  static double expected(RatePeriod step) {
    return step.perSecond() * step.durationMs() / MS_PER_SECOND;
  }

  /** Returns the mean rate, in requests per second. */
  public double meanPerSecond() {
    return expected() / (durationMs() / MS_PER_SECOND);
  }

  /** Returns the arrivals of one run through all steps, in milliseconds from its begin. */
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

  /** Returns the arrivals of {@link #arrivalsMs} with requests of a profile. */
  public Trace trace(Profile profile, long seed) {
    return Traces.draw(arrivals(), profile, arrivalsMs(seed).length, seed);
  }

  /** Returns the generator of arrivals in {@link Traces}. */
  private static SplittableRandom generator(long seed) {
    var random = new SplittableRandom(seed);
    random.split();
    return random;
  }

  /** Returns the steps in the form of the command line. */
  public String text() {
    return periods.stream()
        .map(step -> plain(step.perSecond()) + ":" + duration(step.durationMs()))
        .collect(Collectors.joining(","));
  }

  /** Returns a duration in the form of the command line. */
  public static String duration(double ms) {
    return ms % MS_PER_SECOND == 0 ? plain(ms / MS_PER_SECOND) + "s" : plain(ms) + "ms";
  }

  private static String plain(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}
