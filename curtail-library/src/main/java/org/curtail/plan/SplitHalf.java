package org.curtail.plan;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.curtail.IntervalTable;
import org.curtail.Profile;

/**
 * How well a plan holds for requests it has not seen: the profile's requests are divided at random
 * into two halves, a table is planned on each, and each table is evaluated on the other half. The
 * Few-to-Many paper plans on 10,000 requests and tests on 2,000 others (section 6); this says
 * beforehand what to expect of a profile of a given size.
 *
 * @param firstOnSecond one transfer per load, in ascending order: planned on the first half
 * @param secondOnFirst the same the other way round
 */
public record SplitHalf(List<Transfer> firstOnSecond, List<Transfer> secondOnFirst) {
  /**
   * One row of one table on the other half.
   *
   * @param load requests in the system
   * @param plannedMs the tail predicted on the half it was planned on, in milliseconds
   * @param foundMs the tail predicted for the same row on the other half, in milliseconds
   * @param averageParallelism threads in use on the other half; may exceed the target
   * @param bestMs the tail of the plan made on that other half itself, in milliseconds; more than
   *     {@code foundMs} only where the foreign row exceeds the target or ignores the grid of the
   *     other half
   */
  public record Transfer(
      int load, double plannedMs, double foundMs, double averageParallelism, double bestMs) {
    /** The tail found over the tail planned; above 1 if the plan promised too much. */
    public double ratio() {
      return foundMs / plannedMs;
    }

    /** The tail found over the best there; above 1 if another plan would have served it better. */
    public double regret() {
      return foundMs / bestMs;
    }
  }

  public SplitHalf {
    firstOnSecond = List.copyOf(firstOnSecond);
    secondOnFirst = List.copyOf(secondOnFirst);
  }

  /**
   * Divides a profile, plans twice and evaluates crosswise. Of an odd number of requests the second
   * half has one more.
   *
   * @param random shuffles the requests: the same state gives the same halves
   * @throws IllegalArgumentException if the profile has fewer than two requests, or {@link
   *     TablePlanner#plan} rejects the goal
   */
  public static SplitHalf of(Profile profile, PlanGoal goal, RandomGenerator random) {
    int requests = profile.requests();
    if (requests < 2) {
      throw new IllegalArgumentException("one request cannot be divided into two halves");
    }
    int[] shuffled = shuffled(requests, random);
    Profile first = part(profile, Arrays.copyOfRange(shuffled, 0, requests / 2));
    Profile second = part(profile, Arrays.copyOfRange(shuffled, requests / 2, requests));
    IntervalTable ofFirst = TablePlanner.plan(first, goal);
    IntervalTable ofSecond = TablePlanner.plan(second, goal);
    return new SplitHalf(transfers(ofFirst, ofSecond, second), transfers(ofSecond, ofFirst, first));
  }

  private static List<Transfer> transfers(
      IntervalTable planned, IntervalTable best, Profile other) {
    int maxLoad = planned.rows().getLast().load();
    IntervalTable found = TableForecast.of(planned, other, planned.percentile(), maxLoad);
    return IntStream.rangeClosed(1, maxLoad)
        .mapToObj(load ->
            new Transfer(
                load,
                planned.row(load).tailMs(),
                found.row(load).tailMs(),
                found.row(load).averageParallelism(),
                best.row(load).tailMs()))
        .toList();
  }

  private static Profile part(Profile profile, int[] requests) {
    double[][] timesMs = new double[requests.length][profile.maxDegree()];
    for (int i = 0; i < requests.length; i++) {
      for (int degree = 1; degree <= profile.maxDegree(); degree++) {
        timesMs[i][degree - 1] = profile.timeMs(requests[i], degree);
      }
    }
    return Profile.of("half of " + profile.source(), timesMs);
  }

  private static int[] shuffled(int count, RandomGenerator random) {
    int[] order = IntStream.range(0, count).toArray();
    for (int i = count - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
    return order;
  }
}
