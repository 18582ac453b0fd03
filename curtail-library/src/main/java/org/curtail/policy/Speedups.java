package org.curtail.policy;

import java.util.List;
import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.Progress;

/**
 * How much faster requests are on several threads than on one, in the mean weighted by time: what
 * policies work with that want to know how far a request has come, of which they see only for how
 * long how many threads have served it.
 *
 * @param atDegree at degree 1, 2, ...; the first is 1
 */
record Speedups(List<Double> atDegree) {
  private static final double NANOS_PER_MS = 1e6;

  Speedups {
    atDegree = List.copyOf(atDegree);
    if (atDegree.isEmpty() || atDegree.getFirst() != 1) {
      throw new IllegalArgumentException("the speedup at degree 1 must be 1: " + atDegree);
    }
  }

  static Speedups of(Profile profile) {
    double serialMs = profile.meanMs(1);
    return new Speedups(
        IntStream.rangeClosed(1, profile.maxDegree())
            .mapToObj(degree -> (Double) (serialMs / profile.meanMs(degree)))
            .toList());
  }

  int maxDegree() {
    return atDegree.size();
  }

  double at(int degree) {
    return atDegree.get(degree - 1);
  }

  /** Between two degrees as on a line from one to the other. */
  private double at(double degree) {
    int below = (int) degree;
    double share = degree - below;
    return share == 0 ? at(below) : (1 - share) * at(below) + share * at(below + 1);
  }

  /**
   * The least degree at which so much work is done within a time.
   *
   * @return 0 if there is none
   */
  int leastDegree(double workMs, double withinMs) {
    for (int degree = 1; degree <= maxDegree(); degree++) {
      if (workMs / at(degree) <= withinMs) {
        return degree;
      }
    }
    return 0;
  }

  /**
   * How much of its work a request has probably done, in milliseconds of one thread: as if it had
   * run on its mean number of threads throughout.
   */
  double doneMs(Progress request) {
    double degree = meanDegree(request);
    return degree < 1
        ? degree * executionMs(request)
        : at(Math.min(degree, maxDegree())) * executionMs(request);
  }

  /**
   * How much of its work a request has done at least, if threads help the less the more there are:
   * as if it had always run on one thread or on the greatest number.
   */
  double leastDoneMs(Progress request) {
    double degree = meanDegree(request);
    if (degree < 1 || maxDegree() == 1) {
      return Math.min(degree, 1) * executionMs(request);
    }
    double shareAtMost = Math.min(1, (degree - 1) / (maxDegree() - 1));
    return (1 + shareAtMost * (at(maxDegree()) - 1)) * executionMs(request);
  }

  /** Below 1 if it has shared a core with others. */
  private static double meanDegree(Progress request) {
    return request.executionNanos() == 0
        ? 0
        : (double) request.attainedNanos() / request.executionNanos();
  }

  private static double executionMs(Progress request) {
    return request.executionNanos() / NANOS_PER_MS;
  }
}
