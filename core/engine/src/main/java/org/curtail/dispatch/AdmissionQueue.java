package org.curtail.dispatch;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The requests that have not started: the more important first, then in order of arrival. All but
 * walking through them takes logarithmic time.
 *
 * @param <R> the requests
 */
public final class AdmissionQueue<R extends DispatchedRequest> {
  private boolean reorders;
  private final Lines<R> lines = new Lines<>();

  int size;

  /**
   * An empty queue.
   *
   * @param reorders true if requests start by priority instead of arrival
   */
  AdmissionQueue(boolean reorders) {
    this.reorders = reorders;
  }

  /** From now on they start by priority, or by arrival. */
  void reorder(boolean byPriority) {
    reorders = byPriority;
  }

  public int size() {
    return size;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public void add(R request) {
    lines.add(request);
    size++;
  }

  public boolean contains(R request) {
    return lines.contains(request);
  }

  /** Returns false if it does not wait. */
  public boolean remove(R request) {
    if (!lines.remove(request)) {
      return false;
    }
    size--;
    return true;
  }

  /** Returns the first request by class and arrival; null if the queue is empty. */
  public @Nullable R first() {
    return lines.first();
  }

  /** Returns the request that starts next; null if the queue is empty. */
  @Nullable R next(Allocator.Ranking ranking, long nowNanos) {
    return reorders ? mostUrgent(ranking, nowNanos) : first();
  }

  /**
   * Returns the last request whose arrival may have changed which one is next; null if there is
   * none.
   */
  @Nullable R newest() {
    return reorders ? lines.foremost().last : first();
  }

  /**
   * Returns the request of the most important class with the greatest priority; of equal ones, the
   * first.
   */
  private @Nullable R mostUrgent(Allocator.Ranking ranking, long nowNanos) {
    R best = null;
    double greatest = 0;
    Lines.Line<R> line = lines.foremost();
    for (R request = line.first; request != null; request = line.behind(request)) {
      double priority = ranking.priority(request.progress(nowNanos));
      if (best == null || priority > greatest) {
        best = request;
        greatest = priority;
      }
    }
    return best;
  }

  /** Returns a request whose deadline has passed; null if there is none. */
  public @Nullable R expired(long nowNanos) {
    return lines.expired(nowNanos);
  }

  /** The next deadline of all; {@link DispatchedRequest#NEVER} if there is none. */
  public long nextDeadlineNanos() {
    return lines.nextDeadlineNanos;
  }

  /** All of them, the more important first, then in order of arrival. */
  public List<R> all() {
    return lines.all();
  }
}
