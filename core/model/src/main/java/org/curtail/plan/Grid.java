package org.curtail.plan;

import java.math.BigDecimal;
import java.util.List;
import org.curtail.Profile;

/**
 * Times that a search tries: multiples of a step, up to the greatest time in the profile. At that
 * time every request has ended under any schedule.
 *
 * @param stepMs more than 0
 * @param steps last multiple; at least 1
 */
record Grid(double stepMs, long steps) {
  /** Limit below which all sums of steps are whole numbers. */
  private static final double MOST_STEPS = 1e12;

  static Grid of(Profile profile, List<Integer> degrees, double stepMs) {
    double longestMs = longestMs(profile, degrees);
    double leastStepMs = leastStepMs(profile, degrees);
    if (stepMs < leastStepMs) {
      throw new IllegalArgumentException(
          "stepMs must be at least %s for times of up to %s ms: %s"
              .formatted(leastStepMs, longestMs, stepMs));
    }
    // A multiple of the step, up to rounding, needs no further point.
    return new Grid(stepMs, (long) Math.max(1, Math.ceil(longestMs / stepMs - 1e-9)));
  }

  /** Returns the least step that keeps the number of steps countable. */
  static double leastStepMs(Profile profile, List<Integer> degrees) {
    return RoundNumber.atLeast(longestMs(profile, degrees) / MOST_STEPS).value();
  }

  static double longestMs(Profile profile, List<Integer> degrees) {
    double longestMs = 0;
    for (int degree : degrees) {
      for (int r = 0; r < profile.requests(); r++) {
        longestMs = Math.max(longestMs, profile.timeMs(r, degree));
      }
    }
    return longestMs;
  }

  /** Returns a multiple of the step without rounding noise: 3 * 0.1 is 0.3. */
  double atMs(long step) {
    return BigDecimal.valueOf(stepMs).multiply(BigDecimal.valueOf(step)).doubleValue();
  }

  /**
   * Number 1, 2 or 5 times a power of ten.
   *
   * @param digit 1, 2 or 5
   * @param exponent exponent of ten
   */
  record RoundNumber(int digit, int exponent) {
    /** Returns the least round number that is at least a positive number. */
    static RoundNumber atLeast(double number) {
      var round = new RoundNumber(1, (int) Math.floor(Math.log10(number)) - 1);
      while (round.value() < number) {
        round = round.next();
      }
      return round;
    }

    RoundNumber next() {
      return switch (digit) {
        case 1 -> new RoundNumber(2, exponent);
        case 2 -> new RoundNumber(5, exponent);
        default -> new RoundNumber(1, exponent + 1);
      };
    }

    double value() {
      return BigDecimal.valueOf(digit).scaleByPowerOfTen(exponent).doubleValue();
    }
  }
}
