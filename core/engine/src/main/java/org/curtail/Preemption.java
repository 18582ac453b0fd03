package org.curtail;

import java.time.Duration;

/**
 * Preemption at chunk borders while other requests wait for a thread. A preempted request has no
 * thread for a while, and goes on later on any thread.
 *
 * <p>While others wait, a running request has its thread for one slice, which is a quantum or more:
 * see below. Then it is compared with the next request, and goes on for another slice or is
 * preempted. While requests do not outnumber threads none is preempted, whatever the policy.
 *
 * <p>No request that has started starves. Suppose that k others of its {@link PriorityClass} are
 * ahead of a preempted request, no request of a higher class is in the system, none is boosted and
 * there are m threads. Then it has a thread again
 *
 * <ul>
 *   <li>in turns: at most ceil(2 (k + 1) / m) slices after its preemption, of one quantum each.
 *       Ahead are the requests that had no thread at that moment, started or not. Of the threads
 *       that become free meanwhile, new requests get every other one at most.
 *   <li>by priority: at most {@code longestPreemptionNanos} and ceil((k + 1) / m) slices after its
 *       preemption. Ahead are the requests that were preempted before it and still are when the
 *       {@code longestPreemptionNanos} are over; a request that has not started is never ahead
 *       then. A slice is at least a quantum and at most the greater of quantum and {@code
 *       longestPreemptionNanos}: between these, a sixteenth of the attained service of the running
 *       request.
 * </ul>
 *
 * To each slice comes the time to the end of the chunks in which it ends. Requests that were
 * cancelled, or whose deadline has passed, are ahead of all others; they only end. For requests
 * that have not started, order and {@link Policy#admit} decide alone.
 *
 * @param order of requests without a thread
 * @param quantumNanos time for which a request keeps its thread while others wait, at least 0 and
 *     more than 0 unless there is no preemption. It ends at the first chunk border after that.
 * @param longestPreemptionNanos time of preemption after which a request is next, whatever its
 *     order; more than 0
 */
public record Preemption(Order order, long quantumNanos, long longestPreemptionNanos) {
  /** The order of requests without a thread, waiting and preempted ones. */
  public enum Order {
    /** No preemption: a request keeps its first thread to its end. */
    NONE,
    /**
     * All take turns: processor sharing. A new request has its first turn before preempted ones, as
     * an operating system favours a thread that wakes up; but after each new one, the request that
     * was preempted first has the next turn. Without chunks, as in a simulation without costs, the
     * sharing is ideal.
     */
    TURNS,
    /**
     * The greatest {@link Policy#priority}, of requests shown with 0 threads; of equal ones, the
     * first to arrive.
     */
    PRIORITY
  }

  /** For {@link #longestPreemptionNanos}: as long as the order says. */
  public static final long UNLIMITED_NANOS = Long.MAX_VALUE;

  /**
   * The length of a turn if nothing else is said: 1 ms. A request that goes on needs a thread that
   * wakes up, some tens of microseconds, and finds cold caches. With Lucene it makes much of what
   * it needs anew, about a tenth of a millisecond. So shorter turns cost capacity; longer ones keep
   * short requests waiting.
   */
  public static final Duration TURN = Duration.ofMillis(1);

  /** No request is ever preempted. */
  public static final Preemption NONE = new Preemption(Order.NONE, 0, UNLIMITED_NANOS);

  public Preemption {
    if (order == Order.NONE ? quantumNanos != 0 : quantumNanos <= 0) {
      throw new IllegalArgumentException(
          "quantumNanos must be positive, and 0 if nobody is set aside: order=%s, quantumNanos=%d"
              .formatted(order, quantumNanos));
    }
    if (longestPreemptionNanos <= 0) {
      throw new IllegalArgumentException(
          "longestPreemptionNanos must be positive: " + longestPreemptionNanos);
    }
  }

  /** All take turns of this length. */
  public static Preemption turns(Duration quantum) {
    return new Preemption(Order.TURNS, quantum.toNanos(), UNLIMITED_NANOS);
  }

  /** Preempts by priority; no request stays preempted for longer than this. */
  public static Preemption byPriority(Duration quantum, Duration longestAside) {
    return new Preemption(Order.PRIORITY, quantum.toNanos(), longestAside.toNanos());
  }

  /** True if requests are ever preempted. */
  public boolean isUsed() {
    return order != Order.NONE;
  }
}
