package org.curtail.dispatch;

/**
 * Who has the threads, and carries out at once what an {@link Allocator} decides.
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
   * Whether there is a place for a waiting request that may start, on a thread that is free; asked
   * right before it starts. By default any free thread is good for any request.
   */
  default boolean hasRoom(R next, long nowNanos) {
    return true;
  }

  /**
   * Whether there is a thread for a request that is to have one more. Asked only where the service
   * {@linkplain Service#lendsCores lends cores}, since requests may have more threads there than
   * the service has for those that take turns.
   */
  default boolean hasThreadFor(R request) {
    return true;
  }

  /** A running request is given a further thread. */
  void help(R request, long nowNanos);

  /** A request that was set aside goes on with one thread, which it is given. */
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
