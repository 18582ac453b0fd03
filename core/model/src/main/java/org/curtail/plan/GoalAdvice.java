package org.curtail.plan;

import java.util.List;
import java.util.Locale;
import org.curtail.Profile;

/**
 * Proposed value for a {@link PlanGoal}, with its reason. The Few-to-Many paper (section 4.1) wants
 * a greatest degree "effective at speeding up long requests", and a target parallelism that should
 * "moderately oversubscribe the hardware threads through profiling". The formulas are ours. The
 * formulas use the longest 5 % of requests, which make the tail, and ignore queueing. A simulated
 * or measured comparison of several values can find better ones.
 *
 * @param value at least 1
 * @param reason part of a sentence, for people
 */
public record GoalAdvice(int value, String reason) {
  /** Least gain in speedup, for the longest requests, that justifies one more thread. */
  private static final double LEAST_SPEEDUP_PER_THREAD = 0.25;

  private static final double LONGEST_FROM_PERCENTILE = 95;

  public GoalAdvice {
    if (value < 1) {
      throw new IllegalArgumentException("value must be at least 1: " + value);
    }
  }

  /**
   * Returns the greatest degree that is worth planning. The result is the last degree before a step
   * that gives the longest 5 % of requests less than 0.25 more speedup per added thread. Speedups
   * of 1, 1.7, 2.15 and 2.37 give 3, as in the paper.
   *
   * @param degrees degrees to choose from, ascending from 1, at least one
   * @throws IllegalArgumentException if the profile lacks a degree
   */
  public static GoalAdvice maxDegree(Profile profile, List<Integer> degrees) {
    requireMeasured(profile, degrees.getLast());
    int degree = degrees.getFirst();
    for (int next : degrees.subList(1, degrees.size())) {
      double gain = longestSpeedup(profile, next) - longestSpeedup(profile, degree);
      if (gain < LEAST_SPEEDUP_PER_THREAD * (next - degree)) {
        return new GoalAdvice(
            degree,
            String.format(
                Locale.ROOT,
                "going on to %d raises the speedup of the longest 5 %% only from %.2f to %.2f",
                next,
                longestSpeedup(profile, degree),
                longestSpeedup(profile, next)));
      }
      degree = next;
    }
    return new GoalAdvice(
        degree,
        degree == 1
            ? "no other was measured or allowed"
            : String.format(
                Locale.ROOT,
                "the longest 5 %% gain up to there, to a speedup of %.2f",
                longestSpeedup(profile, degree)));
  }

  /**
   * Returns the number of threads that fill the cores: cores divided by efficiency, rounded.
   * Efficiency is the speedup of the longest 5 % of requests at the greatest degree, divided by
   * that degree. The result is at least the number of cores and at most twice that. Threads that
   * wait for each other leave cores idle, so the cores can carry more threads. For example, 12
   * cores and a speedup of 2.15 at degree 3 give 17; the paper took 16. For Lucene on 15 cores, 20
   * to 28 did equally well.
   *
   * @param cores number of cores, at least 1
   * @throws IllegalArgumentException if the profile lacks the degree
   */
  public static GoalAdvice targetParallelism(Profile profile, int cores, int maxDegree) {
    requireMeasured(profile, maxDegree);
    double efficiency = longestSpeedup(profile, maxDegree) / maxDegree;
    long threads = Math.round(cores / efficiency);
    long value = Math.clamp(threads, cores, Math.min(2L * cores, Integer.MAX_VALUE));
    String limit =
        value > threads
            ? "; at least the cores"
            : value < threads ? "; at most twice the cores" : "";
    return new GoalAdvice(
        Math.toIntExact(value),
        String.format(
            Locale.ROOT,
            "%d core%s over %.2f, the efficiency of the longest 5 %% at degree %d%s",
            cores,
            cores == 1 ? "" : "s",
            efficiency,
            maxDegree,
            limit));
  }

  private static double longestSpeedup(Profile profile, int degree) {
    return profile.meanSpeedup(degree, LONGEST_FROM_PERCENTILE, 100);
  }

  private static void requireMeasured(Profile profile, int degree) {
    if (degree > profile.maxDegree()) {
      throw new IllegalArgumentException(
          "degree must be at most that of the profile, %d: %d"
              .formatted(profile.maxDegree(), degree));
    }
  }
}
