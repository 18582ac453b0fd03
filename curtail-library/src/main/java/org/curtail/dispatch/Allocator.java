package org.curtail.dispatch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
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
 * <p>If {@link Enforcer} or policy throw in the middle of a change, {@link #repair} makes the state
 * anew.
 *
 * @param <R> the requests
 */
public final class Allocator<R extends DispatchedRequest> {
  private final Policy policy;
  private final Traits traits;
  private final Service service;
  private final Enforcer<R> enforcer;
  private final Preemption preemption;
  private final AdmissionQueue<R> queue = new AdmissionQueue<>();
  private final SetAside<R> aside;

  /** In the order in which they started or went on; as a rule few. */
  private final List<R> running = new ArrayList<>();

  private final Collection<R> runningShown = Collections.unmodifiableCollection(running);

  private final Candidates<R> candidates;
  private final Admissions admissions;
  private final Slices<R> slices;
  private final ShareOut<R> shareOut;
  private final LoadNews loads;

  /** Threads that serve requests or are on their way to them. */
  private int busy;

  private int boostedThreads;
  private long starts;

  /** Whether running requests may have been told to leave their threads to others. */
  private boolean anyYields;

  /** That one leaves the queue at this moment, and is not counted there any more. */
  private @Nullable R starting;

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
    aside = new SetAside<>(policy, preemption);
    candidates = Candidates.of(traits, service.maxDegree());
    admissions = new Admissions(policy);
    slices = new Slices<>(policy, preemption, aside, admissions);
    shareOut = new ShareOut<>(policy, service.threads(), preemption.isUsed());
    loads = new LoadNews(service.cores(), traits.isMalleable());
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
    return runningShown;
  }

  /** The load as it was last counted. */
  public Load load() {
    return loads.load();
  }

  /** The load as of its last change that all requests should know of: another object each time. */
  public Load news() {
    return loads.news();
  }

  /** Threads that serve requests or are on their way to them. */
  public int busy() {
    return busy;
  }

  /** Threads of boosted requests. */
  public int boostedThreads() {
    return boostedThreads;
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
    // Where threads are shared out, all running requests are candidates.
    if (!traits.isMalleable() && request.isRunning) {
      candidates.update(request);
    }
  }

  /** A request exits: said before its last threads come back and it {@linkplain #end ends}. */
  public void exit() {
    admissions.exit();
  }

  /** A thread serves this request no more. */
  public void threadIsBack(R request) {
    busy--;
    request.setThreads(request.threads() - 1);
    update(request);
    if (request.isBoosted()) {
      boostedThreads--;
    }
  }

  /** A request does not run any more; some of its threads may still be on their way back. */
  public void end(R request) {
    request.isRunning = false;
    running.remove(request);
    candidates.remove(request);
    if (request.isBoosted()) {
      // Those of its threads that are still on their way back have nothing left to compute.
      request.setBoosted(false);
      boostedThreads -= request.threads();
    }
  }

  /** The last thread of a running request has come back, and the request is not at its end. */
  public void setAside(R request, long nowNanos) {
    request.share(Integer.MAX_VALUE);
    request.setSliceEndNanos(DispatchedRequest.NEVER);
    // Should it not be whole, for want of memory, it stands in either.
    aside.add(request, nowNanos);
    end(request);
  }

  /** A request that was set aside ends without going on. */
  public void endAside(R request) {
    aside.remove(request);
    exit();
  }

  /**
   * A running request has come to a border after its {@linkplain DispatchedRequest#sliceEndNanos
   * slice}. Returns whether it is to be set aside, and then its share is 0; otherwise it has
   * another slice.
   */
  public boolean sliceIsOver(R request, long nowNanos) {
    if (!request.isRunning || request.share() == 0) {
      return request.isRunning;
    }
    if (busy < service.threads()
        || request.isBoosted()
        || !request.canBeSetAside()
        || !slices.isToYield(request, next(nowNanos), load(), nowNanos)) {
      slices.give(request, nowNanos);
      return false;
    }
    request.share(0);
    anyYields = true;
    return true;
  }

  /** A thread is left over: nobody has to leave its threads to others any more. */
  private boolean isForgiving(long nowNanos) {
    if (!anyYields || busy >= service.threads()) {
      return false;
    }
    anyYields = false;
    boolean any = false;
    for (R request : running) {
      if (request.share() == 0) {
        request.share(Integer.MAX_VALUE);
        slices.give(request, nowNanos);
        update(request);
        any = true;
      }
    }
    return any;
  }

  /** So many threads of requests that have ended have come back. */
  public void threadsAreBack(int count) {
    busy -= count;
  }

  /** Looks at everything, and gives out the threads that are free. */
  public void dispatch(long nowNanos) {
    boolean changed;
    do {
      refreshLoad();
      enforcer.beforeRound(nowNanos);
      admissions.forgetTime();
      changed = traits.isMalleable() ? shareOut(nowNanos) : handOut(nowNanos);
    } while (changed || isForgiving(nowNanos));
    refreshLoad();
    if (preemption.isUsed()) {
      slices.look(running, queue, load(), nowNanos);
    }
    if (service.boosts()) {
      boost();
    }
    if (queue.isEmpty()) {
      admissions.forgetExits();
    }
  }

  /** A thread helps this request, whatever the policy says. */
  public void help(R request, long nowNanos) {
    threadComes(request);
    enforcer.help(request, nowNanos);
  }

  /** Gives free threads to those who want more, and to those who wait. */
  private boolean handOut(long nowNanos) {
    if (preemption.isUsed() && giveFirstThread(nowNanos)) {
      return true;
    }
    if (busy >= service.threads()) {
      return false;
    }
    R next = preemption.isUsed() ? null : next(nowNanos);
    R neediest = neediest(nowNanos);
    if (traits.ranks()
        || (next != null && neediest != null && next.isMoreImportantThan(neediest))) {
      return handOutOne(next, neediest, nowNanos);
    }
    boolean grew = false;
    while (neediest != null && busy < service.threads()) {
      help(neediest, nowNanos);
      grew = true;
      neediest = neediest(nowNanos);
    }
    refreshLoad();
    return (busy < service.threads() && start(next, nowNanos)) || grew;
  }

  /** To who has none, and waits or was set aside. Returns whether somebody got one. */
  private boolean giveFirstThread(long nowNanos) {
    if (busy >= service.threads() && !service.sharesIdeally()) {
      return false;
    }
    R again = aside.next(ranking(), nowNanos);
    R waiting = next(nowNanos);
    boolean waitingIsFirst =
        waiting != null && (again == null || slices.startsBefore(waiting, again, load(), nowNanos));
    if (waitingIsFirst && start(waiting, nowNanos)) {
      return true;
    }
    if (again != null) {
      resume(again, nowNanos);
      return true;
    }
    return !waitingIsFirst && start(waiting, nowNanos);
  }

  /** One at a time, since each changes who is next. */
  private boolean handOutOne(@Nullable R next, @Nullable R neediest, long nowNanos) {
    boolean nextIsFirst = next != null && (neediest == null || goesFirst(next, neediest, nowNanos));
    if (nextIsFirst && start(next, nowNanos)) {
      return true;
    }
    if (neediest != null) {
      help(neediest, nowNanos);
      return true;
    }
    return !nextIsFirst && start(next, nowNanos);
  }

  private boolean goesFirst(R next, R neediest, long nowNanos) {
    if (next.priorityClass() != neediest.priorityClass()) {
      return next.isMoreImportantThan(neediest);
    }
    return priority(next, nowNanos) > priority(neediest, nowNanos);
  }

  private double priority(R request, long nowNanos) {
    return policy.priority(request.progress(nowNanos), load());
  }

  private void threadComes(R request) {
    busy++;
    request.setThreads(request.threads() + 1);
    update(request);
    if (request.isBoosted()) {
      boostedThreads++;
      if (boostedThreads >= service.cores()) {
        request.setBoosted(false);
        boostedThreads -= request.threads();
      }
    }
  }

  /** Whom a free thread helps first among the running. */
  public @Nullable R neediest(long nowNanos) {
    return candidates.neediest(ranking(), nowNanos);
  }

  private Ranking ranking() {
    Load load = load();
    return progress -> policy.priority(progress, load);
  }

  /** Which waiting request is next. */
  private @Nullable R next(long nowNanos) {
    return traits.reordersQueue() ? queue.mostUrgent(ranking(), nowNanos) : queue.first();
  }

  /**
   * Shares all threads out anew. Who has more than its share loses them at its next border; who has
   * less gets what is free.
   */
  private boolean shareOut(long nowNanos) {
    if (preemption.isUsed() && giveFirstThread(nowNanos)) {
      return true;
    }
    R next = preemption.isUsed() ? null : next(nowNanos);
    boolean nextHasShare =
        shareOut.share(running, queue.size() + aside.size(), next, load(), nowNanos);
    enforcer.sharesChanged(nowNanos);
    for (R request : running) {
      while (request.wantsThread() && busy < service.threads()) {
        help(request, nowNanos);
      }
    }
    refreshLoad();
    return nextHasShare && busy < service.threads() && start(next, nowNanos);
  }

  /** The oldest first: they are the ones that make the tail. */
  private void boost() {
    if (busy <= service.cores()) {
      return;
    }
    for (R request : running) {
      int wanted = request.threads();
      if (!request.isBoosted()
          && wanted > 1
          && wanted == service.maxDegree()
          && boostedThreads + wanted < service.cores()) {
        request.setBoosted(true);
        boostedThreads += wanted;
        enforcer.boosted(request);
      }
    }
  }

  private boolean start(@Nullable R next, long nowNanos) {
    if (next == null || !admissions.mayStart(next, load(), running.isEmpty(), nowNanos)) {
      return false;
    }
    starting = next;
    next.startOrder = ++starts;
    run(next, nowNanos);
    refreshLoad();
    loads.remember(policy);
    enforcer.start(next, nowNanos);
    queue.remove(next);
    starting = null;
    return true;
  }

  private void resume(R again, long nowNanos) {
    run(again, nowNanos);
    aside.remove(again);
    refreshLoad();
    enforcer.resume(again, nowNanos);
    // Its degree may have been decided anew.
    update(again);
  }

  private void run(R request, long nowNanos) {
    request.isRunning = true;
    running.add(request);
    if (preemption.isUsed()) {
      slices.give(request, nowNanos);
    }
    threadComes(request);
  }

  private void refreshLoad() {
    int waiting = queue.size() - (starting == null ? 0 : 1);
    loads.refresh(running.size() + aside.size(), waiting, busy);
  }

  /** Makes anew what follows from who is served by whom. If it throws, it is to be called again. */
  public void repair(Facts<R> facts, long nowNanos) {
    R undone = starting;
    starting = null;
    if (undone != null && facts.threadsOf(undone) == 0) {
      running.remove(undone);
      undone.isRunning = false;
      undone.setThreads(0);
      undone.setBoosted(false);
      facts.startIsUndone(undone);
    }
    for (R request : facts.served()) {
      if (!running.contains(request)) {
        running.add(request);
      }
    }
    for (R request : List.copyOf(running)) {
      request.isRunning = !facts.isOver(request) && facts.threadsOf(request) > 0;
      if (!request.isRunning && !facts.isOver(request) && !aside.contains(request)) {

        facts.isAside(request);
        request.setThreads(0);
        aside.add(request, nowNanos);
      }
    }
    running.removeIf(request -> !request.isRunning);
    queue.removeIf(request -> facts.isOver(request) || running.contains(request));
    aside.rebuild(request -> facts.isOver(request) || running.contains(request), nowNanos);
    busy = facts.busy(running);
    boostedThreads = 0;
    for (R request : running) {
      request.setThreads(facts.threadsOf(request));
      boostedThreads += request.isBoosted() ? request.threads() : 0;
    }
    candidates.rebuild(running);
    loads.tellAll();
    refreshLoad();
  }
}
