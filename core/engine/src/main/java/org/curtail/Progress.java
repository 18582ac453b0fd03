package org.curtail;

/**
 * The progress of one request: all that a {@link Policy} knows about it. The remaining time is not
 * here, because it is unknown. There may be a prediction.
 *
 * @param ageNanos time since the request arrived; at least 0
 * @param executionNanos time since it started, 0 while it waits; at most {@code ageNanos}
 * @param attainedNanos attained service: the time of all threads that have served the request; at
 *     least 0
 * @param decidedDegree the last decision of the policy: the number of threads that should serve the
 *     request; 0 before the first decision
 * @param threads number of threads that serve the request now or are waking up for it; 0 while it
 *     waits
 * @param prediction prediction of the request's demand
 * @param importance priority class of the request
 */
public record Progress(
    long ageNanos,
    long executionNanos,
    long attainedNanos,
    int decidedDegree,
    int threads,
    Prediction prediction,
    PriorityClass importance) {
  /** The progress of a request of the normal class. */
  public Progress(
      long ageNanos,
      long executionNanos,
      long attainedNanos,
      int decidedDegree,
      int threads,
      Prediction prediction) {
    this(
        ageNanos,
        executionNanos,
        attainedNanos,
        decidedDegree,
        threads,
        prediction,
        PriorityClass.NORMAL);
  }

  /** The progress of a request that has run with one thread until now, right after a decision. */
  public Progress(long ageNanos, long executionNanos, int degree) {
    this(ageNanos, executionNanos, executionNanos, degree, degree, Prediction.NONE);
  }

  public Progress {
    if (executionNanos < 0 || ageNanos < executionNanos) {
      throw new IllegalArgumentException(
          "executionNanos must lie between 0 and ageNanos: executionNanos="
              + executionNanos
              + ", ageNanos="
              + ageNanos);
    }
    if (attainedNanos < 0) {
      throw new IllegalArgumentException("attainedNanos must not be negative: " + attainedNanos);
    }
    if (decidedDegree < 0 || threads < 0) {
      throw new IllegalArgumentException(
          "decidedDegree and threads must not be negative: decidedDegree="
              + decidedDegree
              + ", threads="
              + threads);
    }
  }

  /** Returns the progress of a request that waits to start. */
  public static Progress waiting(long ageNanos, Prediction prediction) {
    return new Progress(ageNanos, 0, 0, 0, 0, prediction);
  }

  /** Returns the same request with this number of threads. */
  public Progress withThreads(int count) {
    return new Progress(
        ageNanos, executionNanos, attainedNanos, decidedDegree, count, prediction, importance);
  }

  /** Returns the same request with this prediction. */
  public Progress predicted(Prediction said) {
    return new Progress(
        ageNanos, executionNanos, attainedNanos, decidedDegree, threads, said, importance);
  }

  /** Returns the same request with this priority class. */
  public Progress of(PriorityClass other) {
    return new Progress(
        ageNanos, executionNanos, attainedNanos, decidedDegree, threads, prediction, other);
  }
}
