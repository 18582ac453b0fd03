package org.curtail.energy;

import java.util.ArrayList;
import java.util.List;
import org.curtail.Prediction;

/** A request with several threads, each of which has a place of its own. */
final class ThreadedRequest {
  final int index;
  final long arrivalNanos;
  final Prediction prediction;
  private final double demandNanos;

  /** Threads with a core, and those that wait for one. The first of them is its first thread. */
  final List<ThreadPlace> threads = new ArrayList<>();

  /** Number of threads that it is to have; 0 once it has ended. */
  int wanted;

  /** Remaining share of its work, 0 to 1. */
  double remaining = 1;

  private boolean started;
  private long startNanos;

  ThreadedRequest(int index, long arrivalNanos, double demandNanos, Prediction prediction) {
    this.index = index;
    this.arrivalNanos = arrivalNanos;
    this.demandNanos = demandNanos;
    this.prediction = prediction;
  }

  /** Notes that one of its threads has a core. */
  void begins(long nowNanos) {
    if (!started) {
      started = true;
      startNanos = nowNanos;
    }
  }

  long waitNanos() {
    return startNanos - arrivalNanos;
  }

  long servedNanos(long nowNanos) {
    return started ? nowNanos - startNanos : 0;
  }

  double attainedNanos() {
    return demandNanos * (1 - remaining);
  }

  /** Returns the mean speed of its threads at a moment; threads without a core count as 0. */
  double speed(long nowNanos) {
    double sum = 0;
    for (ThreadPlace thread : threads) {
      sum += thread.progress(nowNanos);
    }
    return threads.isEmpty() ? 0 : sum / threads.size();
  }
}
