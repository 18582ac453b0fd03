package org.curtail.runtime;

/**
 * Receives the events of requests. Moments are readings of the engine's {@linkplain Setup#clock
 * clock}.
 *
 * <p>For each request the calls come in the order {@link #arrived}, {@link #started} unless it
 * ended while it waited, {@link #degreeChanged}, {@link #preempted}, {@link #placed} and {@link
 * #left} any number of times, {@link #ended} exactly once, before its {@link Ticket} is done. Calls
 * for different requests, and changes of degree of one request, come from different threads,
 * possibly at the same time; no lock of the engine is held. They should be quick: they happen on
 * threads that serve requests.
 *
 * <p>A change of degree that happens at the very end of its request may come after the end, and so
 * may the coming and leaving of a thread there.
 *
 * <p>A listener that throws is reported once and never called again; requests go on.
 */
public interface RequestListener {
  /**
   * A request was submitted. If it is refused then, {@link #ended} is not called but {@link
   * #refused} is.
   *
   * @param request number of the request, unique in its engine
   */
  default void arrived(long request, long atNanos, RequestOptions options) {}

  /** A request found the admission queue full, or the engine closed. */
  default void refused(long request, long atNanos) {}

  /** Its first thread begins. */
  default void started(long request, long atNanos) {}

  /**
   * A thread has come or gone.
   *
   * @param degree threads that serve it from now on, at least 1
   */
  default void degreeChanged(long request, long atNanos, int degree) {}

  /**
   * Its last thread has gone to other requests. It goes on later, which {@link #degreeChanged}
   * tells.
   */
  default void preempted(long request, long atNanos) {}

  /**
   * On an engine with classes of speed: a thread of this class serves it from now on, its first
   * one, a further one, or one that it has moved to.
   *
   * @param thread its number in the engine, from 0 on; threads of slower classes come first
   * @param speedClass 0, the slowest, to the number of classes less 1
   * @param fromClass if it goes on in the place of another one, which {@link #left}: the class of
   *     that; else -1
   */
  default void placed(long request, long atNanos, int thread, int speedClass, int fromClass) {}

  /**
   * A thread that was {@link #placed} serves the request no more: another one goes on in its place,
   * it has gone to another request, or nothing is left to do. Not called for the threads that are
   * there at the end of the request.
   *
   * @param thread its number in the engine
   */
  default void left(long request, long atNanos, int thread) {}

  /** It has ended. */
  default void ended(long request, Timeline timeline) {}

  /**
   * As {@link #ended(long, Timeline)}, with the options of the request. The engine calls this
   * method; by default it calls the other one.
   */
  default void ended(long request, Timeline timeline, RequestOptions options) {
    ended(request, timeline);
  }
}
