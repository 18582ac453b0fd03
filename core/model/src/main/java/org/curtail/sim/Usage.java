package org.curtail.sim;

/** The use of time in a run, summed over its events. */
final class Usage {
  /** Computing cores times time. */
  double coreNanos;

  /** The part that went into chunks of ended requests. */
  double wastedNanos;

  /** Threads in use times time, and the same for those that serve a running request. */
  double threadNanos;

  double servingNanos;

  /** Running requests times time. */
  double requestNanos;

  /** Adds a span of time. */
  void add(
      long elapsedNanos,
      double busyCores,
      double wastedCores,
      int threads,
      int lingeringThreads,
      int requests) {
    coreNanos += elapsedNanos * busyCores;
    wastedNanos += elapsedNanos * wastedCores;
    threadNanos += (double) elapsedNanos * threads;
    servingNanos += (double) elapsedNanos * (threads - lingeringThreads);
    requestNanos += (double) elapsedNanos * requests;
  }
}
