package org.curtail.sim;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.curtail.Profile;

/**
 * Draws requests of a profile independently of each other, in proportion to their weights.
 * Immutable.
 */
final class RequestDraw {
  /** Sum of the weights up to each request. */
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
    // The first request whose sum of weights exceeds the drawn number.
    int request = found >= 0 ? found + 1 : -found - 1;
    return Math.min(request, last);
  }
}
