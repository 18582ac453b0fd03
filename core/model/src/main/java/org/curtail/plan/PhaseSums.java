package org.curtail.plan;

import java.util.Arrays;

/**
 * Mean time and mean threads as linear functions of the phase lengths, summed over requests. A
 * request that ends in phase k takes {@code a_k + sum over the phases i before of v_i (1 - a_k /
 * a_i)}. For threads, each phase counts times its degree. Mutable; not thread-safe.
 */
final class PhaseSums {
  private final Requests requests;

  /** Execution time in steps. */
  final Sum time;

  /** Threads times steps. */
  final Sum threads;

  static final class Sum {
    final double[] slopes;
    double constant;

    private Sum(int lengths) {
      slopes = new double[lengths];
    }

    private void clear() {
      constant = 0;
      Arrays.fill(slopes, 0);
    }

    private void set(Sum other) {
      constant = other.constant;
      System.arraycopy(other.slopes, 0, slopes, 0, slopes.length);
    }

    LinearFunction function() {
      return new LinearFunction(constant, slopes.clone());
    }
  }

  PhaseSums(Requests requests) {
    this.requests = requests;
    time = new Sum(requests.phases() - 1);
    threads = new Sum(requests.phases() - 1);
  }

  void clear() {
    time.clear();
    threads.clear();
  }

  void set(PhaseSums other) {
    time.set(other.time);
    threads.set(other.threads);
  }

  /** Adds a request that ends in phase {@code last}. */
  void add(int request, int last) {
    double share = requests.share(request);
    double steps = requests.timeSteps(request, last);
    double threadSteps = requests.degree(last) * steps;
    time.constant += share * steps;
    threads.constant += share * threadSteps;
    for (int phase = 0; phase < last; phase++) {
      double rate = requests.rate(request, phase);
      time.slopes[phase] += share * (1 - steps * rate);
      threads.slopes[phase] += share * (requests.degree(phase) - threadSteps * rate);
    }
  }
}
