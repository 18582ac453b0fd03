package org.curtail.dispatch;

/** Candidates in one collection; each request knows whether it is in it. */
abstract sealed class ListedCandidates<R extends DispatchedRequest> implements Candidates<R>
    permits CandidatesByAge, CandidatesByPriority {
  /** It is not listed yet. */
  abstract void list(R request);

  /** It is listed. */
  abstract void strike(R request);

  @Override
  public final void update(R request) {
    boolean wants = request.wantsThread();
    if (wants && !request.isCandidate) {
      list(request);
      request.isCandidate = true;
    } else if (!wants) {
      remove(request);
    }
  }

  @Override
  public final void remove(R request) {
    if (request.isCandidate) {
      strike(request);
      request.isCandidate = false;
    }
  }
}
