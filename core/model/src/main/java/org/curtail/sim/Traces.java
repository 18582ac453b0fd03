package org.curtail.sim;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.curtail.Profile;

public final class Traces {
  private Traces() {}

  /**
   * Draws requests of a profile, independent of each other and in proportion to their weights.
   * Arrivals are independent of the requests. One seed gives the same sequence of requests for any
   * arrivals, and a longer trace begins like a shorter one.
   *
   * @param count number of requests, at least 1
   * @param seed any
   * @throws IllegalArgumentException if count is less than 1, or there are not so many arrivals
   */
  public static Trace draw(Arrivals arrivals, Profile profile, int count, long seed) {
    if (count < 1) {
      throw new IllegalArgumentException("count must be at least 1: " + count);
    }
    var random = new SplittableRandom(seed);
    int[] requests = new RequestDraw(profile).draw(count, random.split());
    return Trace.of(arrivals.draw(count, random), requests);
  }

  private static final class RequestDraw {
    private final double[] weightsUpTo;

    RequestDraw(Profile profile) {
      weightsUpTo = new double[profile.requests()];
      double sum = 0;
      for (int r = 0; r < weightsUpTo.length; r++) {
        sum += profile.weight(r);
        weightsUpTo[r] = sum;
      }
    }

    int[] draw(int count, RandomGenerator random) {
      int[] requests = new int[count];
      Arrays.setAll(requests, i -> one(random));
      return requests;
    }

    private int one(RandomGenerator random) {
      int last = weightsUpTo.length - 1;
      int found = Arrays.binarySearch(weightsUpTo, random.nextDouble() * weightsUpTo[last]);
      // Find the first request whose sum of weights exceeds the drawn number.
      int request = found >= 0 ? found + 1 : -found - 1;
      return Math.min(request, last);
    }
  }
}
