package org.curtail.speed;

import java.util.List;

/**
 * Starts requests on the slowest class, and moves long requests up to faster classes, the oldest
 * first. So short requests draw little power, and long requests still end in time (Haque et al.,
 * MICRO 2017).
 *
 * <p>A request is due for class j when its age, waiting included, reaches threshold j - 1. If that
 * class is full, the request stays where it is and goes up later. But if an even faster class has
 * room, the oldest request of the full class goes there early, and makes room for the due request.
 * No request goes down.
 *
 * @param thresholdsNanos for each class from 1 on, the age at which a request is due for this
 *     class; not negative, not decreasing. {@link SpeedPolicy.Wish#NEVER} for a class that requests
 *     reach only early, or not at all. At most one threshold for each class except the slowest
 * @param whenFull {@link SpeedPolicy.WhenFull#TAKES_ANY}, or a rule without going up early
 */
public record SlowToFast(List<Long> thresholdsNanos, SpeedPolicy.WhenFull whenFull)
    implements SpeedPolicy {
  public SlowToFast {
    thresholdsNanos = List.copyOf(thresholdsNanos);
    long previous = 0;
    for (long threshold : thresholdsNanos) {
      if (threshold < previous) {
        throw new IllegalArgumentException(
            "thresholds must not be negative or decrease: " + thresholdsNanos);
      }
      previous = threshold;
    }
  }

  /** Returns the policy as in the paper: the oldest request goes up early. */
  public static SlowToFast of(Long... thresholdsNanos) {
    return new SlowToFast(List.of(thresholdsNanos), SpeedPolicy.WhenFull.TAKES_ANY);
  }

  @Override
  public String name() {
    return "slow-to-fast";
  }

  @Override
  public SpeedPolicy.Wish wish(SpeedPolicy.RequestView request, SpeedPolicy.LoadView load) {
    long age = request.ageNanos();
    int due = 0;
    while (due < thresholdsNanos.size() && thresholdsNanos.get(due) <= age) {
      due++;
    }
    long next = due < thresholdsNanos.size() ? thresholdsNanos.get(due) : SpeedPolicy.Wish.NEVER;
    // A request that went up early stays on its class.
    return new SpeedPolicy.Wish(Math.max(due, request.speedClass()), next);
  }
}
