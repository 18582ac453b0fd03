package org.curtail.dispatch;

import java.util.Collection;
import java.util.PriorityQueue;
import org.curtail.Load;
import org.curtail.Policy;
import org.jspecify.annotations.Nullable;

/**
 * Shares all threads out anew, for a malleable policy: one to each running request, then one by one
 * to whom it is most urgent to have one more, the waiting request that is next among them.
 */
final class ShareOut<R extends DispatchedRequest> {
  private Policy policy;
  private int threads;
  private int maxDegree;

  /** Those that could use a thread beyond their share, the most urgent first. */
  private final PriorityQueue<R> urgent = new PriorityQueue<>(ShareOut::compare);

  ShareOut(Policy policy, int threads, int maxDegree) {
    this.policy = policy;
    this.threads = threads;
    this.maxDegree = maxDegree;
  }

  /** Another policy says who is urgent. */
  void change(Policy next, Service service) {
    policy = next;
    threads = service.threads();
    maxDegree = service.maxDegree();
  }

  /**
   * Sets all shares. Returns whether the request that is next has one.
   *
   * @param without for so many requests that have no thread, one is kept
   * @param next of those without; null if they get their threads in another way
   */
  boolean share(Collection<R> running, int without, @Nullable R next, Load load, long nowNanos) {
    int left = threads - without;
    for (R request : running) {
      // Who is to be set aside stays so.
      request.newShare = Math.min(request.share(), 1);
      left--;
      askForOneMore(request, load, nowNanos);
    }
    double nextPriority = next == null ? 0 : policy.priority(next.progress(nowNanos), load);
    boolean nextHasShare = false;
    while (left > 0) {
      R best = urgent.peek();
      boolean nextIsBest =
          next != null
              && !nextHasShare
              && (best == null
                  || next.isMoreImportantThan(best)
                  || (!best.isMoreImportantThan(next) && nextPriority > best.priority));
      if (nextIsBest) {
        nextHasShare = true;
      } else if (best != null) {
        urgent.remove();
        best.newShare++;
        askForOneMore(best, load, nowNanos);
      } else {
        break;
      }
      left--;
    }
    urgent.clear();
    for (R request : running) {
      request.share(request.newShare);
    }
    return nextHasShare;
  }

  /**
   * Takes threads beyond the first, in turn from who has most, as they go where requests are set
   * aside and go on with one.
   *
   * @param count at most as many as there are
   */
  static <R extends DispatchedRequest> void takeFurther(Collection<R> running, int count) {
    for (int taken = 0; taken < count; taken++) {
      R most = null;
      for (R request : running) {
        if (most == null || left(request) > left(most)) {
          most = request;
        }
      }
      if (most != null) {
        most.share(left(most) - 1);
      }
    }
  }

  private static int left(DispatchedRequest request) {
    return Math.min(request.share(), request.threads());
  }

  /** It takes part, if it could use a thread beyond its share. */
  private void askForOneMore(R request, Load load, long nowNanos) {
    // Threads that an earlier policy gave may be more than the present one knows of.
    if (request.newShare > 0 && request.newShare < Math.min(request.usableThreads(), maxDegree)) {
      request.priority = policy.priority(request.progress(nowNanos, request.newShare), load);
      urgent.add(request);
    }
  }

  /** Of equal ones, who started first. */
  private static int compare(DispatchedRequest one, DispatchedRequest other) {
    if (one.priorityClass() != other.priorityClass()) {
      return one.priorityClass().compareTo(other.priorityClass());
    }
    if (one.priority != other.priority) {
      return one.priority > other.priority ? -1 : 1;
    }
    return Long.compare(one.startOrder, other.startOrder);
  }
}
