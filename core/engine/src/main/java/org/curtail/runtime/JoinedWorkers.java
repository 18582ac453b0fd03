package org.curtail.runtime;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the workers of one request keep between their chunks, in the order of joining. Safe for all
 * threads.
 *
 * @param <W> see {@link SharedWork}
 */
final class JoinedWorkers<W> {
  private static final int NOT_LEFT = Integer.MAX_VALUE;

  private static final class Joined<W> {
    /** Who goes on with it if it comes back; whoever uses it now, if it is not left. */
    private Object by;

    private final W state;

    /** If its worker has left: who claims this chunk or a later one may go on with it. */
    private int leftBefore = NOT_LEFT;

    Joined(Object by, W state) {
      this.by = by;
      this.state = state;
    }
  }

  private final List<Joined<W>> joined = new ArrayList<>(1);

  /** Held while the work makes what a worker keeps, which may take long; never with the other. */
  private final Object making = new Object();

  /**
   * What this worker keeps: what it had, or what another one has left if that may move; made anew
   * if there is neither. The work makes one at a time.
   *
   * @param chunk that it has claimed; -1 if none
   */
  W join(Object by, SharedWork<W, ?> work, int chunk) throws Exception {
    boolean mayMove = work.workersMove();
    Joined<W> found = known(by, chunk, mayMove);
    if (found != null) {
      return found.state;
    }
    synchronized (making) {
      W state = work.join();
      synchronized (this) {
        joined.add(new Joined<>(by, state));
      }
      return state;
    }
  }

  @SuppressWarnings("ReferenceEquality") // A worker is equal to itself only.
  private synchronized @Nullable Joined<W> known(Object by, int chunk, boolean mayMove) {
    Joined<W> found = null;
    for (Joined<W> one : joined) {
      if (one.by == by) {
        found = one;
        break;
      }
      if (one.leftBefore <= chunk && mayMove) {
        found = one;
      }
    }
    if (found != null) {
      found.by = by;
      found.leftBefore = NOT_LEFT;
    }
    return found;
  }

  /** This worker serves the request no more, for now, of which so many chunks are claimed. */
  @SuppressWarnings("ReferenceEquality")
  synchronized void leave(Object by, int claimed) {
    for (Joined<W> known : joined) {
      if (known.by == by) {
        known.leftBefore = claimed;
      }
    }
  }

  synchronized List<W> all() {
    var all = new ArrayList<W>(joined.size());
    for (Joined<W> one : joined) {
      all.add(one.state);
    }
    return all;
  }
}
