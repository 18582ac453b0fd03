package org.curtail.dispatch;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks for the priority of each. */
final class CandidatesByPriority<R extends DispatchedRequest> extends ListedCandidates<R> {
  /** In any order; each knows its {@link DispatchedRequest#candidateIndex}. */
  private final List<R> all = new ArrayList<>();

  @Override
  void list(R request) {
    all.add(request);
    request.candidateIndex = all.size() - 1;
  }

  /** The last one takes its place. */
  @Override
  void strike(R request) {
    R last = all.getLast();
    all.set(request.candidateIndex, last);
    last.candidateIndex = request.candidateIndex;
    all.removeLast();
  }

  @Override
  public @Nullable R neediest(Ranking ranking, long nowNanos) {
    R best = null;
    // From the end, since who is struck off gives its place to the last one, who was asked.
    for (int i = all.size() - 1; i >= 0; i--) {
      R request = all.get(i);
      if (request.wantsThread()) {
        request.priority = ranking.priority(request.progress(nowNanos));
        best = first(best, request);
      } else {
        remove(request);
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
