package org.curtail.dispatch;

import java.util.Set;

/** Candidates in one set; each request knows whether it is in it. */
abstract sealed class ListedCandidates<R extends DispatchedRequest> implements Candidates<R>
    permits CandidatesByAge, CandidatesByPriority {
  /** Those that wanted a thread when they were looked at last. */
  final Set<R> listed;

  ListedCandidates(Set<R> empty) {
    listed = empty;
  }

  @Override
  public final void update(R request) {
    boolean wants = request.wantsThread();
    if (wants && !request.isCandidate) {
      listed.add(request);
      request.isCandidate = true;
    } else if (!wants) {
      remove(request);
    }
  }

  @Override
  public final void remove(R request) {
    if (request.isCandidate) {
      listed.remove(request);
      request.isCandidate = false;
    }
  }

  @Override
  public final void rebuild(Iterable<R> running) {
    listed.clear();
    for (R request : running) {
      request.isCandidate = false;
      update(request);
    }
  }
}
