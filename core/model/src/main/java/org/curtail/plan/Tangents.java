package org.curtail.plan;

/**
 * Linear functions of the phases' lengths: one that no schedule falls below in threads, and one
 * that none exceeds in mean time. Each request is relaxed to one that may use its time in each
 * phase in the order that suits the bound best: cheapest phase first for threads, slowest phase
 * first for time. The least threads are then convex in the lengths and the greatest time is
 * concave, so tangents hold everywhere. Where speedups grow with the degree and efficiency falls,
 * both orders are the order of the phases and nothing is lost. Not thread-safe.
 */
final class Tangents {
  private final Requests requests;
  private final int phases;

  /** The order of the phases for the request at hand. */
  private final int[] order;

  private final double[] keys;
  private final Run run;
  private final PhaseSums sums;

  Tangents(Requests requests) {
    this.requests = requests;
    phases = requests.phases();
    run = new Run(requests);
    sums = new PhaseSums(requests);
    order = new int[phases];
    keys = new double[phases];
  }

  /**
   * Both tangents at one schedule.
   *
   * @param threads at most the mean of threads times steps of any schedule
   * @param time at least the mean execution time of any schedule in steps
   */
  record Pair(LinearFunction threads, LinearFunction time) {}

  /** The tangents at a schedule given by its phases' lengths. */
  Pair at(double[] lengths) {
    sums.clear();
    for (int r = 0; r < requests.count(); r++) {
      if (requests.isRegular(r)) {
        run.of(r, lengths);
        sums.add(r, run.phase());
      } else {
        add(r, lengths);
      }
    }
    return new Pair(sums.threads.function(), sums.time.function());
  }

  /** A request that passes through the phases in the orders that suit the bounds. */
  private void add(int request, double[] lengths) {
    add(request, lengths, true, sums.threads);
    add(request, lengths, false, sums.time);
  }

  private void add(int request, double[] lengths, boolean ofThreads, PhaseSums.Sum sum) {
    double share = requests.share(request);
    int used = fill(request, lengths, ofThreads);
    int last = order[used];
    double cost = (ofThreads ? requests.degree(last) : 1) * requests.timeSteps(request, last);
    sum.constant += share * cost;
    for (int i = 0; i < used; i++) {
      int phase = order[i];
      int degree = ofThreads ? requests.degree(phase) : 1;
      sum.slopes[phase] += share * (degree - cost * requests.rate(request, phase));
    }
  }

  /**
   * Orders the phases and returns the number of them that the request uses up before its last one.
   */
  private int fill(int request, double[] lengths, boolean threads) {
    order(request, threads);
    double remaining = 1;
    int used = 0;
    // The last phase has no end.
    while (order[used] != phases - 1) {
      double done = lengths[order[used]] * requests.rate(request, order[used]);
      if (remaining <= done) {
        break;
      }
      remaining -= done;
      used++;
    }
    return used;
  }

  /** Sorts by insertion: there are few phases and most are in order. */
  private void order(int request, boolean threads) {
    for (int phase = 0; phase < phases; phase++) {
      double steps = requests.timeSteps(request, phase);
      double key = threads ? requests.degree(phase) * steps : -steps;
      int i = phase;
      while (i > 0 && keys[i - 1] > key) {
        keys[i] = keys[i - 1];
        order[i] = order[i - 1];
        i--;
      }
      keys[i] = key;
      order[i] = phase;
    }
  }
}
