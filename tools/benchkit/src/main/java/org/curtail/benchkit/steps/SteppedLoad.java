package org.curtail.benchkit.steps;

import java.util.LinkedHashMap;
import java.util.Map;
import org.curtail.benchkit.text.Numbers;
import org.curtail.sim.RatePeriod;

/**
 * A load that changes in steps, and the window of the moving average.
 *
 * @param steps steps with a mean of at least {@value #LEAST_REQUESTS_PER_STEP} requests each, and
 *     of at most {@value #MOST_REQUESTS} together
 * @param windowMs length of the window in milliseconds: above 0, at most half the shortest step, so
 *     that some averages of each step include no other step
 */
public record SteppedLoad(LoadSteps steps, double windowMs) {
  /**
   * Least mean number of requests in a step: with fewer, the steady part of a step may be empty.
   */
  public static final int LEAST_REQUESTS_PER_STEP = 40;

  /** Greatest mean number of requests in all steps, since a run keeps all answers until its end. */
  public static final int MOST_REQUESTS = 1_000_000;

  private static final double DEFAULT_WINDOW_MS = 30_000;

  public SteppedLoad {
    for (RatePeriod step : steps.periods()) {
      if (LoadSteps.expected(step) < LEAST_REQUESTS_PER_STEP) {
        throw new IllegalArgumentException(
            "expected at least %d requests in each step, found %s at %s requests/s for %s"
                .formatted(
                    LEAST_REQUESTS_PER_STEP,
                    Numbers.plain(LoadSteps.expected(step)),
                    Numbers.plain(step.perSecond()),
                    LoadSteps.duration(step.durationMs())));
      }
    }
    if (steps.expected() > MOST_REQUESTS) {
      throw new IllegalArgumentException(
          "expected at most %,d requests in all steps, found %,.0f"
              .formatted(MOST_REQUESTS, steps.expected()));
    }
    if (!(windowMs > 0 && windowMs <= steps.shortestMs() / 2)) {
      throw new IllegalArgumentException(
          "the moving average's window must be at most half the shortest step, %s: %s"
              .formatted(LoadSteps.duration(steps.shortestMs() / 2), LoadSteps.duration(windowMs)));
    }
  }

  /**
   * Returns the window of the Adaptive parallelism paper, or half the shortest step if that is
   * less.
   */
  public static double defaultWindowMs(LoadSteps steps) {
    return Math.min(DEFAULT_WINDOW_MS, steps.shortestMs() / 2);
  }

  /**
   * Returns the time within a step after which the moving average includes no earlier step, in
   * milliseconds.
   */
  public double steadyFromMs(int step) {
    return steps.fromMs(step) + windowMs;
  }

  /** Returns the entries for the settings of results. */
  public Map<String, Object> described() {
    var described = new LinkedHashMap<String, Object>();
    described.put("steps of load, requests/s and for how long", steps.text());
    described.put("window of the moving average", LoadSteps.duration(windowMs));
    return described;
  }
}
