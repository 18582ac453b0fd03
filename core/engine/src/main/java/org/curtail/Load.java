package org.curtail;

/**
 * The load of a service at one moment: all that a {@link Policy} knows about it.
 *
 * @param requests requests in the system, running and waiting; Few-to-Many's measure of load
 * @param waiting requests in the system that have not started
 * @param threads threads that serve requests now or are waking up for it
 * @param cores cores of the machine, or as many as the service may use; at least 1
 * @param memory the value that the policy {@linkplain Policy#remember remembers}; 0 at first
 */
public record Load(int requests, int waiting, int threads, int cores, long memory) {
  /** The load for a policy that remembers nothing. */
  public Load(int requests, int waiting, int threads, int cores) {
    this(requests, waiting, threads, cores, 0);
  }

  public Load {
    if (waiting < 0 || requests < waiting) {
      throw new IllegalArgumentException(
          "waiting must lie between 0 and requests: waiting=" + waiting + ", requests=" + requests);
    }
    if (threads < 0) {
      throw new IllegalArgumentException("threads must not be negative: " + threads);
    }
    if (cores < 1) {
      throw new IllegalArgumentException("cores must be at least 1: " + cores);
    }
  }

  /** Returns the same load with another memory. */
  public Load remembering(long other) {
    return other == memory ? this : new Load(requests, waiting, threads, cores, other);
  }
}
