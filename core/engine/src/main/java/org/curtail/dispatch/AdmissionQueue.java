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

  /** How many wait. */
  int size;

  /**
   * An empty queue.
   *
   * @param reorders whether they start by priority instead of arrival
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

  /** Whose turn it is if nobody reorders the queue. */
  public @Nullable R first() {
    return lines.first();
  }

  /** Whose turn it is; null if nobody waits. */
  @Nullable R next(Ranking ranking, long nowNanos) {
    return reorders ? mostUrgent(ranking, nowNanos) : first();
  }

  /** The one by whose arrival who is next may have changed; null if nobody waits. */
  @Nullable R newest() {
    return reorders ? lines.foremost().last : first();
  }

  /** Who of the most important class has the greatest priority; of equal ones the first. */
  private @Nullable R mostUrgent(Ranking ranking, long nowNanos) {
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

  /** One whose deadline has passed; null if there is none. */
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
