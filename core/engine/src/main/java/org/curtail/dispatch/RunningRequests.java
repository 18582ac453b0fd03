package org.curtail.dispatch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.curtail.Traits;
import org.jspecify.annotations.Nullable;

/**
 * The requests that are served, and the threads that serve them: how many there are, who wants
 * more, and whose are boosted.
 */
final class RunningRequests<R extends DispatchedRequest> {
  /** In the order in which they started or went on; as a rule few. */
  private final List<R> all = new ArrayList<>();

  private final Collection<R> shown = Collections.unmodifiableCollection(all);
  private final Boosts<R> boosts;
  private Candidates<R> candidates;
  private boolean isMalleable;

  /** Most threads that a policy has ever allowed a request. */
  private int mostThreads;

  /** Threads that serve requests or are on their way to them. */
  private int busy;

  RunningRequests(Traits traits, Service service) {
    isMalleable = traits.isMalleable();
    mostThreads = service.maxDegree();
    candidates = Candidates.of(traits, mostThreads, mostThreads);
    boosts = new Boosts<>(service);
  }

  /** All of them. */
  List<R> all() {
    return all;
  }

  /** The same, for those who only look. */
  Collection<R> shown() {
    return shown;
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  int size() {
    return all.size();
  }

  int busy() {
    return busy;
  }

  int boostedThreads() {
    return boosts.threads();
  }

  /** It is to be given its first thread. */
  void add(R request) {
    all.add(request);
    request.isRunning = true;
  }

  /** It may want more threads than before. */
  void update(R request) {
    if (!isMalleable && request.isRunning) { // Else all running ones are candidates.
      candidates.update(request);
    }
  }

  void threadComes(R request) {
    busy++;
    request.setThreads(request.threads() + 1);
    update(request);
    boosts.threadCame(request);
  }

  void threadIsBack(R request) {
    busy--;
    request.setThreads(request.threads() - 1);
    update(request);
    boosts.threadWent(request);
  }

  /** So many threads of requests that have ended have come back. */
  void threadsAreBack(int count) {
    busy -= count;
  }

  /** It does not run any more; some of its threads may still be on their way back. */
  void end(R request) {
    request.isRunning = false;
    all.remove(request);
    candidates.remove(request);
    boosts.end(request);
  }

  /** Whom a free thread helps first. */
  @Nullable R neediest(Ranking ranking, long nowNanos) {
    return candidates.neediest(ranking, nowNanos);
  }

  /** Boosts those who are to be boosted. */
  void boost(Enforcer<R> enforcer) {
    boosts.look(all, busy, enforcer);
  }

  /** Another policy says who wants threads; {@link #startAnew} comes next. */
  void change(Traits traits, Service service) {
    isMalleable = traits.isMalleable();
    mostThreads = Math.max(mostThreads, service.maxDegree());
    candidates = Candidates.of(traits, service.maxDegree(), mostThreads);
    boosts.change(service);
  }

  /**
   * All keep their threads, and nothing else of what an earlier policy gave them. Until the policy
   * has decided anew, none of them wants a thread.
   */
  void startAnew() {
    for (R request : all) {
      boosts.end(request);
      request.forgetTurn();
      request.leaveCandidates();
      request.forgetDecision();
    }
  }
}
