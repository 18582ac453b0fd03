package org.curtail.runtime;

import java.util.ArrayList;
import java.util.List;

/**
 * What the workers of one request keep between their chunks, in the order of joining. Safe for all
 * threads.
 *
 * @param <W> see {@link SharedWork}
 */
final class JoinedWorkers<W> {
  private record Joined<W>(Worker by, W state) {}

  private final List<Joined<W>> joined = new ArrayList<>(1);

  /** What this worker keeps: made when it comes for the first time. */
  @SuppressWarnings("ReferenceEquality") // A worker is a thread, and equal to itself only.
  synchronized W join(Worker by, SharedWork<W, ?> work) throws Exception {
    for (Joined<W> known : joined) {
      if (known.by == by) {
        return known.state;
      }
    }
    W state = work.join();
    joined.add(new Joined<>(by, state));
    return state;
  }

  synchronized List<W> all() {
    var all = new ArrayList<W>(joined.size());
    joined.forEach(one -> all.add(one.state));
    return all;
  }
}
