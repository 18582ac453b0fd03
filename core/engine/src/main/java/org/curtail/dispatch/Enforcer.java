package org.curtail.dispatch;

/**
 * Has the threads, and carries out at once what an {@link Allocator} decides.
 *
 * @param <R> the requests
 */
public interface Enforcer<R extends DispatchedRequest> {
  /**
   * A waiting request is given its first thread. It has left the queue, as far as the load tells,
   * and its degree is to be decided.
   */
  void start(R request, long nowNanos);

  /**
   * True if there is a place for a waiting request on a free thread; asked right before the request
   * starts. By default any free thread fits any request.
   */
  default boolean hasRoom(R next, long nowNanos) {
    return true;
  }

  /**
   * True if there is a thread for a request that is to have one more. Asked only where the service
   * {@linkplain Service#lendsCores lends cores}: there, requests may have more threads than those
   * that take turns.
   */
  default boolean hasThreadFor(R request) {
    return true;
  }

  /** A running request is given a further thread. */
  void help(R request, long nowNanos);

  /** Gives one thread to a preempted request, which goes on. */
  void resume(R request, long nowNanos);

  /** The load is known; degrees may be decided by it before threads are given out. */
  default void beforeRound(long nowNanos) {}

  /** Shares have changed under a malleable policy; threads above them may be taken back at once. */
  default void sharesChanged(long nowNanos) {}

  /**
   * Another policy serves from now on, and the load says so. Requests forget what was decided right
   * after this. Must not throw.
   */
  default void policyChanged() {}

  /** A request is boosted from now on. */
  default void boosted(R request) {}
}
