package org.curtail.runtime;

/**
 * Receives the events of requests. Moments are readings of the engine's {@linkplain Setup#clock
 * clock}.
 *
 * <p>The calls for each request come in this order:
 *
 * <ul>
 *   <li>{@link #arrived}; after a refusal only {@link #refused} follows;
 *   <li>{@link #started}, unless the request ended while it waited;
 *   <li>{@link #degreeChanged}, {@link #preempted}, {@link #placed} and {@link #left}, any number
 *       of times;
 *   <li>{@link #ended}, exactly once, before the {@link Ticket} is done.
 * </ul>
 *
 * <p>Calls for different requests come from different threads, possibly at the same time. So do
 * changes of degree of one request. The engine holds no lock during a call. Calls should be quick,
 * because they run on threads that serve requests.
 *
 * <p>At the very end of a request, a change of degree may be reported after {@link #ended}. The
 * same is true of {@link #placed} and {@link #left}.
 *
 * <p>A listener that throws is reported once and never called again; requests go on. If only memory
 * or stack ran out, it misses the call and is called again.
 */
public interface RequestListener {
  /**
   * A request was submitted. If it is refused, {@link #refused} follows and {@link #ended} is not
   * called.
   *
   * @param request number of the request, unique in its engine
   */
  default void arrived(long request, long atNanos, RequestOptions options) {}

  /**
   * The engine did not take a request: the admission queue was full, the engine was closed, its
   * policy needs a prediction that is missing, or the submitter was interrupted while it waited.
   */
  default void refused(long request, long atNanos) {}

  /** The request's first thread begins. */
  default void started(long request, long atNanos) {}

  /**
   * A thread has begun to serve the request, or has left it.
   *
   * @param degree number of threads that serve the request from now on, at least 1
   */
  default void degreeChanged(long request, long atNanos, int degree) {}

  /**
   * The request is preempted: its last thread has gone to other requests. When the request
   * continues, {@link #degreeChanged} is called.
   */
  default void preempted(long request, long atNanos) {}

  /**
   * A thread of this class serves the request from now on. This thread is the first thread, a
   * further thread, or a thread that replaces another one. Only on an engine with classes of speed.
   *
   * @param thread number of the thread in the engine, from 0; threads of slower classes come first
   * @param speedClass class of the thread: 0, the slowest, to the number of classes minus 1
   * @param fromClass class of the thread that it replaces, which has {@link #left}; -1 if it
   *     replaces none
   */
  default void placed(long request, long atNanos, int thread, int speedClass, int fromClass) {}

  /**
   * A thread that was {@link #placed} does not serve the request any more. Another thread replaces
   * it, it has gone to another request, or nothing is left to do. Not called for the threads that
   * serve the request at its end.
   *
   * @param thread number of the thread in the engine
   */
  default void left(long request, long atNanos, int thread) {}

  /** The request has ended. */
  default void ended(long request, Timeline timeline) {}

  /**
   * As {@link #ended(long, Timeline)}, with the options of the request. The engine calls this
   * method; by default it calls the other one.
   */
  default void ended(long request, Timeline timeline, RequestOptions options) {
    ended(request, timeline);
  }
}
