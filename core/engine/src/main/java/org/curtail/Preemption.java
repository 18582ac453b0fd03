package org.curtail;

import java.time.Duration;

/**
 * Whether running requests can be set aside, at the border of a chunk, while others wait for a
 * thread. Who is set aside has no thread for a while, and goes on later on any thread.
 *
 * <p>A request that runs while others wait has its thread for one slice, which is a quantum, or
 * more: see below. Then it is compared with who would be next, and goes on for another slice or is
 * set aside. While requests do not outnumber threads nobody is set aside, whatever the policy.
 *
 * <p>Nobody who has started starves. Suppose that k others of its {@link PriorityClass} are ahead
 * of a request that was set aside, nobody of a higher class is in the system, nobody is boosted and
 * there are m threads. Then it has a thread again
 *
 * <ul>
 *   <li>in turns: at most ceil(2 (k + 1) / m) slices after it was set aside, of one quantum each.
 *       Ahead are those that had no thread at that moment, whether they had started or not. Of the
 *       threads that become free while it is aside, newcomers get every other one at most.
 *   <li>by priority: at most {@code longestAsideNanos} and ceil((k + 1) / m) slices after it was
 *       set aside. Ahead are those that were set aside before it and are so still when the {@code
 *       longestAsideNanos} are over; who has not started is never ahead then. A slice is at least a
 *       quantum and at most the greater of quantum and {@code longestAsideNanos}: between these, a
 *       sixteenth of the service that the running request has attained.
 * </ul>
 *
 * To each slice comes the time to the end of the chunks in which it ends. Requests that were
 * cancelled, or whose deadline has passed, are ahead of all others; they only end. Who has not
 * started waits for as long as order and {@link Policy#admit} say.
 *
 * @param order who is next of those that have no thread
 * @param quantumNanos how long a request keeps its thread while others wait, at least 0 and more
 *     than 0 unless nobody is ever set aside. It ends at the first border of a chunk after that.
 * @param longestAsideNanos who has been without a thread for so long, once it has started, is next,
 *     whatever its order says; more than 0
 */
public record Preemption(Order order, long quantumNanos, long longestAsideNanos) {
  /** Who is next of the requests that have no thread, waiting ones and those set aside. */
  public enum Order {
    /** Nobody is set aside: a request keeps its first thread to its end. */
    NONE,
    /**
     * All take turns: processor sharing. A request that has just arrived has its first turn before
     * those that were set aside, as an operating system favours a thread that wakes up; but after
     * each newcomer the request that was set aside first has the next turn. Where there are no
     * chunks, as in a simulation without costs, the sharing is ideal.
     */
    TURNS,
    /**
     * The greatest {@link Policy#priority}, of requests that are shown with 0 threads; of equal
     * ones who arrived first.
     */
    PRIORITY
  }

  /** For {@link #longestAsideNanos}: as long as the order says. */
  public static final long UNLIMITED_NANOS = Long.MAX_VALUE;

  /**
   * The length of a turn if nothing else is said: 1 ms. A request that goes on needs a thread that
   * wakes up, some tens of microseconds, and finds cold caches. With Lucene it makes much of what
   * it needs anew, about a tenth of a millisecond. So shorter turns cost capacity; longer ones keep
   * short requests waiting.
   */
  public static final Duration TURN = Duration.ofMillis(1);

  /** No request is ever set aside. */
  public static final Preemption NONE = new Preemption(Order.NONE, 0, UNLIMITED_NANOS);

  public Preemption {
    if (order == Order.NONE ? quantumNanos != 0 : quantumNanos <= 0) {
      throw new IllegalArgumentException(
          "quantumNanos must be positive, and 0 if nobody is set aside: order=%s, quantumNanos=%d"
              .formatted(order, quantumNanos));
    }
    if (longestAsideNanos <= 0) {
      throw new IllegalArgumentException(
          "longestAsideNanos must be positive: " + longestAsideNanos);
    }
  }

  /** All take turns of this length. */
  public static Preemption turns(Duration quantum) {
    return new Preemption(Order.TURNS, quantum.toNanos(), UNLIMITED_NANOS);
  }

  /** Who has the greatest priority is served, and nobody else is set aside for longer than this. */
  public static Preemption byPriority(Duration quantum, Duration longestAside) {
    return new Preemption(Order.PRIORITY, quantum.toNanos(), longestAside.toNanos());
  }

  /** Whether requests are ever set aside. */
  public boolean isUsed() {
    return order != Order.NONE;
  }
}
