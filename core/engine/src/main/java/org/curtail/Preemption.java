package org.curtail;

import java.time.Duration;

/**
 * Preemption at chunk borders while other requests wait for a thread. A preempted request has no
 * thread for a while, and continues later on any thread.
 *
 * <p>While other requests wait, a running request keeps its thread for one slice. A slice is a
 * quantum or more: see below. Then the request is compared with the next one. This request gets
 * another slice or is preempted. If there are enough threads for all requests, no request is
 * preempted.
 *
 * <p>No started request waits forever. Suppose that k requests of the same {@link PriorityClass}
 * are ahead of a preempted request, and that there are m threads. Suppose also that no request of a
 * higher class is in the system, and that no request is boosted. Then the request has a thread
 * again
 *
 * <ul>
 *   <li>in turns: at most ceil(2 (k + 1) / m) slices after its preemption, of one quantum each.
 *       Ahead are the requests that had no thread at that moment, started or not. New requests get
 *       at most every second free thread.
 *   <li>by priority: at most {@code longestPreemptionNanos} and ceil((k + 1) / m) slices after its
 *       preemption. Ahead are the requests that were preempted earlier and are still preempted
 *       after {@code longestPreemptionNanos}. A request that has not started is not ahead then. A
 *       slice is a sixteenth of the attained service of the running request. But it is at least a
 *       quantum, and at most the greater of quantum and {@code longestPreemptionNanos}.
 * </ul>
 *
 * A slice also lasts until its last chunk ends. Cancelled and late requests are ahead of all
 * others, since they only end. Requests that have not started depend only on the order and on
 * {@link Policy#admit}.
 *
 * @param order order of requests without a thread
 * @param quantumNanos time for which a request keeps its thread while others wait; more than 0, or
 *     0 without preemption. The slice ends at the first chunk border after that time.
 * @param longestPreemptionNanos preempted time after which a request is next in any order; more
 *     than 0
 */
public record Preemption(Order order, long quantumNanos, long longestPreemptionNanos) {
  /** The order of requests without a thread, waiting and preempted ones. */
  public enum Order {
    /** No preemption: a request keeps its first thread to its end. */
    NONE,
    /**
     * All requests take turns: processor sharing. A new request has its first turn before preempted
     * ones. An operating system does the same for a thread that wakes up. After each new request,
     * the request that was preempted first has the next turn. Without chunks, as in a simulation
     * without costs, the sharing is ideal.
     */
    TURNS,
    /**
     * The greatest {@link Policy#priority} of a request with 0 threads; of equal ones, the first to
     * arrive.
     */
    PRIORITY
  }

  /** For {@link #longestPreemptionNanos}: no limit, so only the order counts. */
  public static final long UNLIMITED_NANOS = Long.MAX_VALUE;

  /**
   * The default length of a turn: 1 ms. A request that continues costs the wake-up of a thread,
   * some tens of microseconds, and finds cold caches. A Lucene request also makes many of its
   * objects again, for about a tenth of a millisecond. So shorter turns cost capacity. Longer turns
   * let short requests wait.
   */
  public static final Duration TURN = Duration.ofMillis(1);

  /** No request is ever preempted. */
  public static final Preemption NONE = new Preemption(Order.NONE, 0, UNLIMITED_NANOS);

  public Preemption {
    if (order == Order.NONE ? quantumNanos != 0 : quantumNanos <= 0) {
      throw new IllegalArgumentException(
          "quantumNanos must be positive, and 0 without preemption: order=%s, quantumNanos=%d"
              .formatted(order, quantumNanos));
    }
    if (longestPreemptionNanos <= 0) {
      throw new IllegalArgumentException(
          "longestPreemptionNanos must be positive: " + longestPreemptionNanos);
    }
  }

  /** Returns a preemption in turns of this length. */
  public static Preemption turns(Duration quantum) {
    return new Preemption(Order.TURNS, quantum.toNanos(), UNLIMITED_NANOS);
  }

  /** Returns a preemption by priority, with a limit of the preempted time. */
  public static Preemption byPriority(Duration quantum, Duration longestPreemption) {
    return new Preemption(Order.PRIORITY, quantum.toNanos(), longestPreemption.toNanos());
  }

  /** True if requests can be preempted. */
  public boolean isUsed() {
    return order != Order.NONE;
  }
}
