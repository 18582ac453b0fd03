package org.curtail.speed;

import java.util.List;

/**
 * Requests start slowly, and long ones go up to faster classes, the oldest first: so short requests
 * draw little power, and long ones still end in time (Haque et al., MICRO 2017).
 *
 * <p>A request is due for class j when its age, waiting included, reaches threshold j - 1. If that
 * class is full, it runs on where it is and has its turn later. If a faster class has room, the
 * oldest request of a full class goes up early, which makes room for the due one. No request goes
 * down.
 *
 * @param thresholdsNanos by class from 1 on: the age at which a request is due for it; not
 *     negative, not decreasing. {@link SpeedPolicy.Wish#NEVER} for a class that is reached early or
 *     not at all. As many as the machine has classes beside the slowest, or fewer
 * @param whenFull {@link SpeedPolicy.WhenFull#TAKES_ANY}, or without going up early
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

  /** As the paper has it: the oldest goes up early. */
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
    // A request that went up early stays there.
    return new SpeedPolicy.Wish(Math.max(due, request.speedClass()), next);
  }
}
