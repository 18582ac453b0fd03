package org.curtail.dispatch;

/**
 * Who is served by whom, told after an error has kept a change from being made whole.
 *
 * @param <R> the requests
 */
public interface Facts<R> {
  /** Threads that serve anybody, or are on their way to or back from it, if so many run. */
  int busy(Iterable<R> running);

  /** Threads that serve this request, or are on their way to it. */
  int threadsOf(R request);

  /** All that are served by somebody and have not ended; perhaps some of them twice. */
  Iterable<R> served();

  /** Whether it has ended, or left the queue without having started. */
  boolean isOver(R request);

  /** It goes on later, since no thread serves it. */
  void isAside(R request);

  /** Its start is undone: it waits on. */
  void startIsUndone(R request);
}
