package org.curtail.benchkit.steps;

import java.util.LinkedHashMap;
import java.util.Map;
import org.curtail.benchkit.text.Numbers;
import org.curtail.sim.RatePeriod;

/**
 * A load that changes, and the window of its moving average.
 *
 * @param steps each with at least {@value #LEAST_REQUESTS_PER_STEP} requests in the mean, all
 *     together with at most {@value #MOST_REQUESTS}
 * @param windowMs of the moving average: more than 0, at most half the shortest step, so that each
 *     step has a part whose average includes no other step
 */
public record SteppedLoad(LoadSteps steps, double windowMs) {
  /** With fewer, the steady part of a step may be empty. */
  public static final int LEAST_REQUESTS_PER_STEP = 40;

  /** All answers of a series are kept until it has ended. */
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

  /** The window of the Adaptive parallelism paper, or half the shortest step if that is less. */
  public static double defaultWindowMs(LoadSteps steps) {
    return Math.min(DEFAULT_WINDOW_MS, steps.shortestMs() / 2);
  }

  /** Moment in a step from which the moving average includes no step before it. */
  public double steadyFromMs(int step) {
    return steps.fromMs(step) + windowMs;
  }

  /** For the settings of results. */
  public Map<String, Object> described() {
    var described = new LinkedHashMap<String, Object>();
    described.put("steps of load, requests/s and for how long", steps.text());
    described.put("window of the moving average", LoadSteps.duration(windowMs));
    return described;
  }
}
