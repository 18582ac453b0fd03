package org.curtail.sim;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.curtail.Profile;

/**
 * Draws requests of a profile independently of each other, each as often as its weight says.
 * Immutable.
 */
final class RequestDraw {
  /** By request: its weight and those of all before it. */
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
    // The first request with more weight up to it than was drawn.
    int request = found >= 0 ? found + 1 : -found - 1;
    return Math.min(request, last);
  }
}
