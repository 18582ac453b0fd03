package org.curtail.dispatch;

import org.curtail.Traits;
import org.jspecify.annotations.Nullable;

/**
 * The running requests that want more threads than they have. What a request wants may change at
 * any time, so each is looked at again before it is chosen.
 *
 * @param <R> the requests
 */
sealed interface Candidates<R extends DispatchedRequest>
    permits ListedCandidates, CandidatesInCohorts {
  /**
   * Those that find the neediest by a policy of these traits.
   *
   * @param maxDegree the policy's
   * @param mostThreads that a request may have had, also under earlier policies
   */
  static <R extends DispatchedRequest> Candidates<R> of(
      Traits traits, int maxDegree, int mostThreads) {
    if (!traits.ranks()) {
      return new CandidatesByAge<>();
    }
    return traits.isMonotone()
        ? new CandidatesInCohorts<>(maxDegree, mostThreads)
        : new CandidatesByPriority<>();
  }

  /** To be called whenever the threads of a running request change, or it wants more. */
  void update(R request);

  /** It does not run any more. */
  void remove(R request);

  /**
   * Whom a free thread helps first: the most important class, then the greatest priority, then who
   * started first.
   */
  @Nullable R neediest(Ranking ranking, long nowNanos);
}
