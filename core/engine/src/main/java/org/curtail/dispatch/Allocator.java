package org.curtail.dispatch;

import java.util.Collection;
import java.util.List;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Preemption;
import org.curtail.Traits;
import org.jspecify.annotations.Nullable;

/**
 * Decides which free thread serves which request: who starts, who grows, whose threads are taken,
 * who is boosted. The one place where that is decided: the engine and the simulator both run it.
 *
 * <p>A free thread never idles while a request may start or wants another one. Whom it helps first,
 * a policy that {@linkplain Traits#ranks ranks} says; otherwise running requests come first, oldest
 * first. Requests of a class start in order of arrival unless the policy reorders them. Time is
 * what it is told; it keeps no clock and takes no lock, so it is for one thread at a time.
 *
 * <p>If the policy sets requests aside ({@link Preemption}), a free thread goes first to who has
 * none, whether it has started or not, in the order that the policy says. While somebody waits for
 * a thread, each running request has a slice; {@link #sliceIsOver} says whether it goes on.
 *
 * <p>If {@link Enforcer} or policy throw, a change is half made and the allocator is of no more
 * use.
 *
 * @param <R> the requests
 */
public final class Allocator<R extends DispatchedRequest> {
  private final Enforcer<R> enforcer;
  private final RunningRequests<R> running;
  private final AdmissionQueue<R> queue;
  private final SetAside<R> aside;
  private final Admissions admissions;
  private final Slices<R> slices;
  private final ShareOut<R> shareOut;
  private final LoadNews loads;

  private Policy policy;
  private Traits traits;
  private Service service;
  private Preemption preemption;
  private long starts;

  /**
   * An allocator without requests.
   *
   * @param traits the policy's; not monotone is always safe, and faster for few requests
   */
  public Allocator(Policy policy, Traits traits, Service service, Enforcer<R> enforcer) {
    this.policy = policy;
    this.traits = traits;
    this.service = service;
    this.enforcer = enforcer;
    preemption = traits.preemption();
    running = new RunningRequests<>(traits, service);
    queue = new AdmissionQueue<>(traits.reordersQueue());
    aside = new SetAside<>(policy, preemption);
    admissions = new Admissions(policy, service.mostStarted());
    slices = new Slices<>(policy, preemption, queue, aside, admissions);
    shareOut = new ShareOut<>(policy, service.threads(), service.maxDegree());
    loads = new LoadNews(service.cores(), traits.isMalleable());
  }

  /**
   * Another policy serves from now on. Who is served keeps its threads and is asked of anew; who is
   * not stands as the new one orders, and nothing is remembered. Whoever says so dispatches
   * afterwards.
   */
  public void change(Policy next, Traits nextTraits, Service nextService, long nowNanos) {
    policy = next;
    traits = nextTraits;
    service = nextService;
    preemption = nextTraits.preemption();
    loads.change(nextTraits.isMalleable());
    running.change(nextTraits, nextService);
    queue.reorder(nextTraits.reordersQueue());
    aside.change(next, preemption);
    admissions.change(next);
    slices.change(next, preemption);
    shareOut.change(next, nextService);
    enforcer.policyChanged();
    running.startAnew();
    aside.startAnew(nowNanos);
  }

  /** Those that have not started. Who adds or removes one dispatches afterwards. */
  public AdmissionQueue<R> queue() {
    return queue;
  }

  /** Those that were set aside. Who hastens one dispatches afterwards. */
  public SetAside<R> aside() {
    return aside;
  }

  /** Those that are served, in the order in which they started or went on. */
  public Collection<R> running() {
    return running.shown();
  }

  /** The load as it was last counted. */
  public Load load() {
    return loads.load();
  }

  /** The load as of its last change that all requests should know of: another object each time. */
  public Load news() {
    return loads.news();
  }

  /** How many threads serve requests or are on their way to them. */
  public int busy() {
    return running.busy();
  }

  /** Threads of boosted requests. */
  public int boostedThreads() {
    return running.boostedThreads();
  }

  /**
   * When the request that is next may start; {@link DispatchedRequest#NEVER} if time alone does not
   * help.
   */
  public long admissionNanos() {
    return admissions.atNanos();
  }

  /** At the next dispatch, all requests are told of the load, whether or not it has changed. */
  public void tellAll() {
    loads.tellAll();
  }

  /** A running request may want more threads than before. Whoever says so dispatches afterwards. */
  public void update(R request) {
    running.update(request);
  }

  /** A request exits: said before its last threads come back and it {@linkplain #end ends}. */
  public void exit() {
    admissions.exit();
  }

  /** A thread serves this request no more. */
  public void threadIsBack(R request) {
    running.threadIsBack(request);
  }

  /** A request does not run any more; some of its threads may still be on their way back. */
  public void end(R request) {
    running.end(request);
  }

  /** The last thread of a running request has come back, and the request is not at its end. */
  public void setAside(R request, long nowNanos) {
    request.forgetTurn();
    aside.add(request, nowNanos);
    end(request);
  }

  /** A request that was set aside ends without going on. */
  public void endAside(R request) {
    aside.remove(request);
    exit();
  }

  /**
   * At a border after its {@linkplain DispatchedRequest#sliceEndNanos slice}: whether it is to be
   * set aside, and then its share is 0; otherwise it has another slice.
   */
  public boolean sliceIsOver(R request, long nowNanos) {
    if (!preemption.isUsed()) {
      return false; // Somebody has seen a slice that an earlier policy gave.
    }
    if (!request.isRunning || request.share() == 0) {
      return request.isRunning;
    }
    return slices.isOver(request, running.all(), isThreadFree(request, nowNanos), load(), nowNanos);
  }

  private boolean isThreadFree(long nowNanos) {
    return isThreadFree(null, nowNanos);
  }

  /**
   * If the service lends cores, the one thread that a request which passes no borders cannot do
   * without is not one of the service's; any further one is.
   */
  @SuppressWarnings("ReferenceEquality")
  private boolean isThreadFree(@Nullable R atBorder, long nowNanos) {
    int beyond = 0;
    if (service.lendsCores() && busy() >= service.threads()) {
      for (R request : running.all()) {
        if (request != atBorder && slices.isBeyondTurns(request, nowNanos)) {
          beyond++;
        }
      }
    }
    return busy() - beyond < service.threads();
  }

  private boolean hasThreadFor(R request) {
    return !service.lendsCores() || enforcer.hasThreadFor(request);
  }

  /**
   * When a running request will have missed its turn's end for so long that another one has a
   * thread in its place; {@link DispatchedRequest#NEVER} if nobody waits for one.
   */
  public long missedTurnNanos(long nowNanos) {
    long first = DispatchedRequest.NEVER;
    if (service.lendsCores() && queue.size() + aside.size() > 0) {
      for (R request : running.all()) {
        long atNanos = slices.turnIsMissedNanos(request);
        if (atNanos > nowNanos) {
          first = Math.min(first, atNanos);
        }
      }
    }
    return first;
  }

  /** If a thread is left over, or all have one, nobody has to leave its threads any more. */
  private boolean isForgiving(long nowNanos) {
    if (!isThreadFree(nowNanos) && queue.size() + aside.size() > 0) {
      return false;
    }
    List<R> forgiven = slices.forgive(running.all(), nowNanos);
    for (R request : forgiven) {
      update(request);
    }
    return !forgiven.isEmpty();
  }

  /** So many threads of requests that have ended have come back. */
  public void threadsAreBack(int count) {
    running.threadsAreBack(count);
  }

  /** Looks at everything, and gives out the threads that are free. */
  public void dispatch(long nowNanos) {
    boolean changed;
    do {
      refreshLoad();
      enforcer.beforeRound(nowNanos);
      // Threads that have come back are news even if others take their place at once.
      refreshLoad();
      admissions.forgetTime();
      changed =
          (firstThreadsAreFirst() && giveFirstThread(nowNanos))
              || (traits.isMalleable() ? shareOut(nowNanos) : handOut(nowNanos));
    } while (changed || isForgiving(nowNanos));
    refreshLoad();
    if (preemption.isUsed()) {
      slices.look(running.all(), load(), nowNanos);
    }
    running.boost(enforcer);
    if (queue.isEmpty()) {
      admissions.forgetExits();
    }
  }

  /** A thread helps this request, whatever the policy says. */
  public void help(R request, long nowNanos) {
    running.threadComes(request);
    enforcer.help(request, nowNanos);
  }

  /** Gives free threads to those who want more, and to those who wait. */
  private boolean handOut(long nowNanos) {
    if (!isThreadFree(nowNanos)) {
      if (service.sharesIdeally()) {
        takeFurtherThreads(nowNanos);
      }
      return false;
    }
    R next = nextBesideRunning(nowNanos);
    R neediest = neediest(nowNanos);
    if (traits.ranks() || (neediest != null && isMoreImportant(next, neediest))) {
      return handOutOne(next, neediest, nowNanos);
    }
    boolean grew = false;
    while (neediest != null
        && !isMoreImportant(next, neediest)
        && isThreadFree(nowNanos)
        && hasThreadFor(neediest)) {
      help(neediest, nowNanos);
      grew = true;
      neediest = neediest(nowNanos);
    }
    refreshLoad();
    return (isThreadFree(nowNanos) && start(next, nowNanos)) || grew;
  }

  private boolean isMoreImportant(@Nullable R next, R running) {
    return next != null && next.isMoreImportantThan(running);
  }

  /** Who was set aside goes on first, also if nobody is any more since the policy has changed. */
  private boolean firstThreadsAreFirst() {
    return preemption.isUsed() || !aside.isEmpty();
  }

  /** To who has none, and waits or was set aside. Returns whether somebody got one. */
  private boolean giveFirstThread(long nowNanos) {
    if (!isThreadFree(nowNanos) && !service.sharesIdeally()) {
      return false;
    }
    R again = aside.next(ranking(), nowNanos);
    R waiting = next(nowNanos);
    boolean waitingIsFirst =
        waiting != null && (again == null || slices.startsBefore(waiting, again, load(), nowNanos));
    if (waitingIsFirst && start(waiting, nowNanos)) {
      return true;
    }
    if (again != null && hasThreadFor(again)) {
      resume(again, nowNanos);
      return true;
    }
    return !waitingIsFirst && start(waiting, nowNanos);
  }

  /** First threads come beyond those that there are; further ones go instead. */
  private void takeFurtherThreads(long nowNanos) {
    int beyond = busy() - Math.max(service.threads(), running.size());
    if (beyond > 0) {
      ShareOut.takeFurther(running.all(), beyond);
      enforcer.sharesChanged(nowNanos);
      for (R request : running.all()) {
        request.share(Integer.MAX_VALUE);
      }
    }
  }

  /** One at a time, since each changes who is next. */
  private boolean handOutOne(@Nullable R next, @Nullable R neediest, long nowNanos) {
    boolean nextIsFirst =
        next != null && (neediest == null || ranking().goesFirst(next, neediest, nowNanos));
    if (nextIsFirst && start(next, nowNanos)) {
      return true;
    }
    if (neediest != null && hasThreadFor(neediest)) {
      help(neediest, nowNanos);
      return true;
    }
    return !nextIsFirst && start(next, nowNanos);
  }

  /** Whom a free thread helps first among the running. */
  public @Nullable R neediest(long nowNanos) {
    return running.neediest(ranking(), nowNanos);
  }

  private Ranking ranking() {
    return Ranking.by(policy, load());
  }

  /** Which waiting request is next. */
  private @Nullable R next(long nowNanos) {
    return queue.next(ranking(), nowNanos);
  }

  /** Who is weighed against running requests; nobody if first threads come before all others. */
  private @Nullable R nextBesideRunning(long nowNanos) {
    return firstThreadsAreFirst() ? null : next(nowNanos);
  }

  /**
   * Shares all threads out anew. Who has more than its share loses them at its next border; who has
   * less gets what is free. Returns whether to look again: only if more threads are busy than
   * before, those that were taken back counted, or somebody was given a first one. So it ends
   * though a policy may answer otherwise each time.
   */
  private boolean shareOut(long nowNanos) {
    int busyBefore = busy();
    R next = nextBesideRunning(nowNanos);
    int without = firstThreadsAreFirst() ? slices.withoutThread(load(), nowNanos) : 0;
    boolean nextHasShare = shareOut.share(running.all(), without, next, load(), nowNanos);
    enforcer.sharesChanged(nowNanos);
    refreshLoad(); // Threads may have been taken back for those that have none.
    if (firstThreadsAreFirst() && giveFirstThread(nowNanos)) {
      return true;
    }
    for (R request : running.all()) {
      while (request.wantsThread() && isThreadFree(nowNanos) && hasThreadFor(request)) {
        help(request, nowNanos);
      }
    }
    refreshLoad(); // With another one, who has no thread may start.
    return (preemption.isUsed() && busy() > busyBefore)
        || (nextHasShare && isThreadFree(nowNanos) && start(next, nowNanos));
  }

  private boolean start(@Nullable R next, long nowNanos) {
    boolean nobodyStarted = running.isEmpty() && aside.isEmpty();
    if (next == null
        || !admissions.mayStart(next, load(), nobodyStarted, nowNanos)
        || !hasThreadFor(next)
        || !enforcer.hasRoom(next, nowNanos)) {
      return false;
    }
    queue.remove(next);
    next.startOrder = ++starts;
    run(next, nowNanos);
    refreshLoad();
    loads.remember(policy);
    enforcer.start(next, nowNanos);
    slices.started();
    return true;
  }

  private void resume(R again, long nowNanos) {
    aside.remove(again);
    run(again, nowNanos);
    refreshLoad();
    enforcer.resume(again, nowNanos);
    // Its degree may have been decided anew.
    update(again);
    slices.resumed();
  }

  private void run(R request, long nowNanos) {
    running.add(request);
    if (preemption.isUsed()) {
      slices.give(request, nowNanos);
    }
    running.threadComes(request);
  }

  private void refreshLoad() {
    loads.refresh(running.size() + aside.size(), queue.size(), busy());
  }
}
