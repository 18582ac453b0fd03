package org.curtail.cli.plan;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.plan.Effort;
import org.curtail.plan.PlanGoal;
import org.curtail.plan.TableForecast;
import org.curtail.plan.TablePlanner;

/**
 * A test of a plan on other requests. The profile's requests are divided at random into two halves.
 * A table is planned on each half, and evaluated on the other half. The Few-to-Many paper plans on
 * 10,000 requests and tests on 2,000 others (section 6). This test predicts the quality of a plan
 * from a profile of this size.
 *
 * @param firstOnSecond results of the table planned on the first half, one for each load, ascending
 * @param secondOnFirst results of the table planned on the second half, one for each load
 */
public record SplitHalf(List<Transfer> firstOnSecond, List<Transfer> secondOnFirst) {
  private static final long MOST_TOSSES = 100_000;

  /**
   * One row of one table on the other half.
   *
   * @param load requests in the system
   * @param plannedMs the predicted tail on the half of the plan, in milliseconds
   * @param foundMs the predicted tail of the same row on the other half, in milliseconds
   * @param averageParallelism threads in use on the other half; may exceed the target
   * @param bestMs tail of the other half's own plan, in milliseconds. The best tail is more than
   *     {@code foundMs} only if this row exceeds the target or is not on the grid of the other half
   */
  public record Transfer(
      int load, double plannedMs, double foundMs, double averageParallelism, double bestMs) {
    /** Ratio of the found tail to the planned one; above 1 if the plan was too optimistic. */
    public double ratio() {
      return foundMs / plannedMs;
    }

    /**
     * Ratio of the found tail to the best one there; above 1 if another plan would have been
     * better.
     */
    public double regret() {
      return foundMs / bestMs;
    }
  }

  public SplitHalf {
    firstOnSecond = List.copyOf(firstOnSecond);
    secondOnFirst = List.copyOf(secondOnFirst);
  }

  /** Makes the test with {@link Effort#byDefault}. */
  public static SplitHalf of(Profile profile, PlanGoal goal, RandomGenerator random) {
    return of(profile, goal, random, Effort::byDefault);
  }

  /**
   * Divides a profile, plans on both halves, and evaluates each table on the other half. If the
   * number of requests is odd, the second half has one more. A weight is a number of real requests,
   * and these are divided too.
   *
   * @param random shuffles the requests: the same state gives the same halves
   * @param effort effort for each of the two plans
   * @throws IllegalArgumentException if the profile has fewer than two requests, or {@link
   *     TablePlanner#plan} rejects the goal
   */
  public static SplitHalf of(
      Profile profile, PlanGoal goal, RandomGenerator random, Supplier<Effort> effort) {
    int requests = profile.requests();
    if (requests < 2) {
      throw new IllegalArgumentException("one request cannot be divided into two halves");
    }
    double[] firstShares = firstShares(profile, random);
    Profile first = part(profile, firstShares);
    Profile second = part(profile, DoubleStream.of(firstShares).map(share -> 1 - share).toArray());
    IntervalTable ofFirst = TablePlanner.plan(first, goal, effort.get());
    IntervalTable ofSecond = TablePlanner.plan(second, goal, effort.get());
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

  /**
   * Returns the share of each listed request in the first half. For an unweighted request it is 0
   * or 1, at random. For a weighted one, each of its real requests goes to a random half.
   */
  private static double[] firstShares(Profile profile, RandomGenerator random) {
    double[] shares = new double[profile.requests()];
    if (profile.isWeighted()) {
      Arrays.setAll(
          shares,
          r -> {
            long stoodFor = Math.max(1, Math.round(profile.weight(r)));
            return heads(stoodFor, random) / (double) stoodFor;
          });
    } else {
      int[] shuffled = shuffled(shares.length, random);
      for (int i = 0; i < shares.length / 2; i++) {
        shares[shuffled[i]] = 1;
      }
    }
    return shares;
  }

  private static long heads(long tosses, RandomGenerator random) {
    if (tosses > MOST_TOSSES) {
      // A large number is nearly normal: its mean is a half, its standard deviation half a square
      // root.
      double heads = tosses / 2.0 + Math.sqrt((double) tosses) / 2 * random.nextGaussian();
      return Math.clamp(Math.round(heads), 0, tosses);
    }
    long heads = 0;
    for (long left = tosses; left > 0; left -= Long.SIZE) {
      long bits = random.nextLong();
      heads += Long.bitCount(left < Long.SIZE ? bits & ((1L << left) - 1) : bits);
    }
    return heads;
  }

  private static Profile part(Profile profile, double[] shares) {
    int[] requests = IntStream.range(0, shares.length).filter(r -> shares[r] > 0).toArray();
    if (requests.length == 0) {
      throw new IllegalArgumentException(
          "%d listed requests of total weight %s are too few to divide: one half got none"
              .formatted(shares.length, profile.totalWeight()));
    }
    double[] weights =
        Arrays.stream(requests).mapToDouble(r -> shares[r] * profile.weight(r)).toArray();
    return profile.select(requests).withWeights(weights);
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
