package org.curtail;

/**
 * How far one request has come: all that a {@link Policy} is shown of it. How long the request will
 * still take is deliberately absent, since nobody knows; somebody may have predicted it.
 *
 * @param ageNanos time since the request arrived; at least 0
 * @param executionNanos time since it started, 0 while it waits; at most {@code ageNanos}
 * @param attainedNanos service that it has attained: for how long threads have served it, all added
 *     up; at least 0
 * @param degree the degree of parallelism last decided for it, 0 before the first decision
 * @param threads threads that serve it now or are on their way to it, 0 while it waits
 * @param prediction what was said of its demand beforehand
 * @param importance what was said of its importance
 */
public record Progress(
    long ageNanos,
    long executionNanos,
    long attainedNanos,
    int degree,
    int threads,
    Prediction prediction,
    PriorityClass importance) {
  /** Of a request of the normal class. */
  public Progress(
      long ageNanos,
      long executionNanos,
      long attainedNanos,
      int degree,
      int threads,
      Prediction prediction) {
    this(
        ageNanos, executionNanos, attainedNanos, degree, threads, prediction, PriorityClass.NORMAL);
  }

  /** Of a request that has run with one thread until now, and whose degree was just decided. */
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
    if (degree < 0 || threads < 0) {
      throw new IllegalArgumentException(
          "degree and threads must not be negative: degree=" + degree + ", threads=" + threads);
    }
  }

  /** Of a request that waits to start. */
  public static Progress waiting(long ageNanos, Prediction prediction) {
    return new Progress(ageNanos, 0, 0, 0, 0, prediction);
  }

  /** The same request, served by so many threads. */
  public Progress withThreads(int count) {
    return new Progress(
        ageNanos, executionNanos, attainedNanos, degree, count, prediction, importance);
  }

  /** The same request, of which this was said. */
  public Progress predicted(Prediction said) {
    return new Progress(ageNanos, executionNanos, attainedNanos, degree, threads, said, importance);
  }

  /** The same request, of this importance. */
  public Progress of(PriorityClass other) {
    return new Progress(
        ageNanos, executionNanos, attainedNanos, degree, threads, prediction, other);
  }
}
