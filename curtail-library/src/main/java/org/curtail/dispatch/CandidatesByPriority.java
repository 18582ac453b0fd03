package org.curtail.dispatch;

import java.util.Iterator;
import java.util.LinkedHashSet;
import org.jspecify.annotations.Nullable;

/** Asks for the priority of each. */
final class CandidatesByPriority<R extends DispatchedRequest> extends ListedCandidates<R> {
  CandidatesByPriority() {
    super(new LinkedHashSet<>());
  }

  @Override
  public @Nullable R neediest(Ranking ranking, long nowNanos) {
    R best = null;
    for (Iterator<R> all = listed.iterator(); all.hasNext(); ) {
      R request = all.next();
      if (request.wantsThread()) {
        request.priority = ranking.priority(request.progress(nowNanos));
        best = first(best, request);
      } else {
        all.remove();
        request.isCandidate = false;
      }
    }
    return best;
  }

  /** Who goes first of two whose priorities were asked. */
  static <R extends DispatchedRequest> @Nullable R first(@Nullable R one, @Nullable R other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    boolean otherIsFirst =
        other.isMoreImportantThan(one)
            || (!one.isMoreImportantThan(other) && one.yieldsTo(other.priority, other.startOrder));
    return otherIsFirst ? other : one;
  }
}
