package org.curtail.dispatch;

/**
 * The cores and threads that an allocator gives out.
 *
 * @param cores number of cores of the machine, or that the service may use; at least 1
 * @param threads number of threads of the pool; at least 1
 * @param maxDegree most threads of a request; at least 1
 * @param boosts true if the oldest requests at the greatest degree keep whole cores
 * @param sharesIdeally true if each request that may start has a thread at once, as if the cores
 *     were divided among all of them
 * @param lendsCores true if the one thread of a request that passes no borders for long does not
 *     count: the operating system shares the cores with it, and another request gets a thread in
 *     its place
 * @param mostStarted most requests that may have started and not ended, preempted ones included; at
 *     least 1
 */
public record Service(
    int cores,
    int threads,
    int maxDegree,
    boolean boosts,
    boolean sharesIdeally,
    boolean lendsCores,
    int mostStarted) {
  /** As many requests may have started as the policy wants, and all count. */
  public Service(int cores, int threads, int maxDegree, boolean boosts, boolean sharesIdeally) {
    this(cores, threads, maxDegree, boosts, sharesIdeally, false, Integer.MAX_VALUE);
  }

  public Service {
    if (cores < 1 || threads < 1 || maxDegree < 1) {
      throw new IllegalArgumentException(
          "cores, threads and maxDegree must be at least 1: %d, %d, %d"
              .formatted(cores, threads, maxDegree));
    }
    if (mostStarted < 1) {
      throw new IllegalArgumentException("mostStarted must be at least 1: " + mostStarted);
    }
  }
}
