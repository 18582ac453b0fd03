package org.curtail.sim;

/** How the time of a run was used, added up over its events. */
final class Usage {
  /** Cores that computed, times time. */
  double coreNanos;

  /** Of that, what went into chunks of requests that had ended. */
  double wastedNanos;

  /** Threads in use times time, and the same for those that serve a running request. */
  double threadNanos;

  double servingNanos;

  /** Running requests times time. */
  double requestNanos;

  /** So much time has passed. */
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
