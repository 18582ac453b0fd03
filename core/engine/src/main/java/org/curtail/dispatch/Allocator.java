package org.curtail.dispatch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.PriorityQueue;
import org.curtail.Admission;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Preemption;
import org.curtail.Progress;
import org.curtail.Traits;
import org.jspecify.annotations.Nullable;

/**
 * Decides which free thread serves which request. So it decides which requests start, gain threads,
 * lose threads and are boosted. The engine and the simulator both run it.
 *
 * <p>A free thread never idles while a request may start or wants another thread. A policy that
 * {@linkplain Traits#ranks ranks} orders the requests; otherwise running requests come first,
 * oldest first. Requests of a class start in order of arrival unless the policy reorders them. The
 * caller supplies the time: the allocator reads no clock. The allocator takes no lock, so one
 * thread at a time may call it.
 *
 * <p>Under a policy that preempts ({@link Preemption}), a free thread goes first to a request
 * without one, in the policy's order. While there is such a request, each running request has a
 * slice. {@link #sliceIsOver} decides whether the request continues after its slice.
 *
 * <p>If the {@link Enforcer} or the policy throws, a change may be incomplete. The allocator must
 * not be used after that.
 *
 * @param <R> the requests
 */
public final class Allocator<R extends DispatchedRequest> {
  /** Number of slices of a request while its attained service doubles. */
  private static final int SLICES_PER_ATTAINED = 16;

  /**
   * A request that passes no border for this many turns after its own counts as a request without
   * borders.
   */
  private static final int MISSED_TURNS = 4;

  private final Enforcer<R> enforcer;

  // ---- The policy, and its constant answers.

  private Policy policy;
  private int cores;
  private int threads;
  private int maxDegree;
  private int mostStarted;
  private boolean boosts;
  private boolean sharesIdeally;
  private boolean lendsCores;
  private Preemption preemption;
  private boolean ranks;
  private boolean isMalleable;
  private boolean preempts;
  private boolean reorders;

  /** Most threads that a policy has ever allowed a request. */
  private int mostThreads;

  // ---- Requests without a thread.

  private final RequestQueue<R> queue;
  private final PreemptedRequests<R> preempted;

  /** Number of ended requests that have not admitted another request yet. */
  private int exits;

  /** The earliest start of the next request; NEVER if its start does not depend on time. */
  private long admissionNanos = DispatchedRequest.NEVER;

  // ---- Requests that are served.

  /** Running requests in the order in which they started or continued; usually few. */
  private final List<R> running = new ArrayList<>();

  private final Collection<R> shownRunning = Collections.unmodifiableCollection(running);
  private Candidates<R> candidates;

  /** Number of threads that serve requests or are waking up for them. */
  private int busy;

  /** Number of threads of boosted requests. */
  private int boostedThreads;

  private long starts;

  // ---- The load.

  private Load load;

  /**
   * The load without any request, which no request sees: it need not be another object each time.
   */
  private Load emptyLoad;

  /**
   * The last load that was published to all requests. A malleable policy's moves of threads are not
   * published. Otherwise each move would make all requests ask the policy, and cause the next move.
   */
  private Load publishedLoad;

  // The numbers of the load.
  private int loadRequests;
  private int loadWaiting;
  private int loadThreads;
  private long memory;

  /** True if the next load is published even if nothing has changed. */
  private boolean isPublicationDue;

  // ---- Slices.

  /** True while running requests have slices, because other requests have no thread. */
  private boolean isContended;

  /**
   * True if the next free thread goes to a preempted request: the last one went to a new request
   * while others were preempted. Only if requests take turns.
   */
  private boolean isTurnOfPreempted;

  /** True if a running request has to give up its threads. */
  private boolean anyYields;

  /** The {@linkplain RequestQueue#newest newest} waiting request at the last dispatch. */
  private @Nullable R newestWaiting;

  /** Requests that could use one thread more than their new limit, the most urgent first. */
  private final PriorityQueue<R> urgent = new PriorityQueue<>(Allocator::compare);

  /**
   * An allocator without requests.
   *
   * @param traits traits of the policy; without the monotone trait, choices are the same, and
   *     faster if few requests run
   */
  public Allocator(Policy policy, Traits traits, Service service, Enforcer<R> enforcer) {
    this.enforcer = enforcer;
    this.policy = policy;
    preemption = traits.preemption();
    serveBy(policy, traits, service);
    mostThreads = maxDegree;
    candidates = Candidates.of(traits, mostThreads, mostThreads);
    queue = new RequestQueue<>(traits.reordersQueue());
    preempted = new PreemptedRequests<>(policy, preemption);
    emptyLoad = new Load(0, 0, 0, cores);
    load = emptyLoad;
    memory = load.memory();
    publishedLoad = load;
  }

  /**
   * Replaces the policy. Running requests keep their threads, and the new policy decides about them
   * again. The other requests are ordered by the new policy. The memory of the old policy is
   * forgotten. The caller dispatches afterwards.
   */
  public void change(Policy next, Traits nextTraits, Service nextService, long nowNanos) {
    serveBy(next, nextTraits, nextService);
    mostThreads = Math.max(mostThreads, maxDegree);
    candidates = Candidates.of(nextTraits, maxDegree, mostThreads);
    emptyLoad = new Load(0, 0, 0, cores);
    load = new Load(load.requests(), load.waiting(), load.threads(), cores);
    memory = load.memory();
    publishedLoad = load;
    queue.reorder(nextTraits.reordersQueue());
    preempted.change(next, preemption);
    exits = 0;
    admissionNanos = DispatchedRequest.NEVER;
    anyYields = false;
    isContended = false;
    isTurnOfPreempted = false;
    newestWaiting = null;
    enforcer.policyChanged();
    // Running requests keep only their threads. Until the new policy has decided, no request wants
    // another thread.
    for (R request : running) {
      endBoost(request);
      request.forgetTurn();
      request.leaveCandidates();
      request.forgetDecision();
    }
    preempted.startAnew(nowNanos);
  }

  private void serveBy(Policy next, Traits traits, Service service) {
    policy = next;
    preemption = traits.preemption();
    preempts = preemption.isUsed();
    reorders = traits.reordersQueue();
    ranks = traits.ranks();
    isMalleable = traits.isMalleable();
    cores = service.cores();
    threads = service.threads();
    maxDegree = service.maxDegree();
    mostStarted = service.mostStarted();
    boosts = service.boosts();
    sharesIdeally = service.sharesIdeally();
    lendsCores = service.lendsCores();
  }

  // ---- The present state.

  /**
   * Requests that have not started. A caller dispatches after it has added or removed a request.
   */
  public RequestQueue<R> queue() {
    return queue;
  }

  /** Preempted requests. A caller dispatches after it has expedited a request. */
  public PreemptedRequests<R> preempted() {
    return preempted;
  }

  /** Number of requests without a thread. */
  public int unserved() {
    return queue.size + preempted.size;
  }

  /** Requests with threads, in the order in which they started or continued. */
  public Collection<R> running() {
    return shownRunning;
  }

  /** The last counted load. */
  public Load load() {
    return load;
  }

  /** The last published load. Each published load is another object. */
  public Load publishedLoad() {
    return publishedLoad;
  }

  /** Number of threads that serve requests or are waking up for them. */
  public int busy() {
    return busy;
  }

  /** Number of threads of boosted requests. */
  public int boostedThreads() {
    return boostedThreads;
  }

  /** The earliest deadline of a request without a thread; NEVER if there is none. */
  public long nextDeadlineNanos() {
    long ofWaiting = queue.size == 0 ? DispatchedRequest.NEVER : queue.nextDeadlineNanos();
    return preempted.size == 0 ? ofWaiting : Math.min(ofWaiting, preempted.nextDeadlineNanos());
  }

  /**
   * The next moment at which a dispatch is due without another event; {@link
   * DispatchedRequest#NEVER} if there is none. The reason is a deadline of a request without a
   * thread, the earliest start of the next request, or a {@linkplain #missedTurnNanos missed turn}.
   */
  public long nextLookNanos(long nowNanos) {
    return queue.size + preempted.size == 0
        ? DispatchedRequest.NEVER
        : Math.min(Math.min(nextDeadlineNanos(), admissionNanos), missedTurnNanos(nowNanos));
  }

  /**
   * The earliest start of the next request; {@link DispatchedRequest#NEVER} if its start does not
   * depend on time.
   */
  public long admissionNanos() {
    return admissionNanos;
  }

  // ---- Events. The caller dispatches afterwards.

  /** Makes the next dispatch publish the load to all requests, even if it has not changed. */
  public void publishLoad() {
    isPublicationDue = true;
  }

  /** Looks at a running request that may want more threads than before. */
  public void update(R request) {
    if (!isMalleable && request.isRunning) { // A malleable policy has no list of candidates.
      candidates.update(request);
    }
  }

  /**
   * Counts the end of a request for admissions that wait for it. Called before its last threads
   * come back and the request {@linkplain #end ends}.
   */
  public void countExit() {
    exits++;
  }

  /** Takes back a thread of this request. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // Only the allocator writes.
  public void threadIsBack(R request) {
    busy--;
    request.threads--;
    update(request);
    if (request.boosted) {
      boostedThreads--;
    }
  }

  /**
   * Takes back threads of requests that have ended.
   *
   * @param count number of threads
   */
  public void threadsAreBack(int count) {
    busy -= count;
  }

  /** Removes a request that does not run any more. Some of its threads may come back later. */
  public void end(R request) {
    request.isRunning = false;
    running.remove(request);
    candidates.remove(request);
    endBoost(request);
  }

  /** Preempts a running request: its last thread has come back before its end. */
  public void preempt(R request, long nowNanos) {
    request.forgetTurn();
    preempted.add(request, nowNanos);
    end(request);
  }

  /** Removes a preempted request that ends without another thread. */
  public void endPreempted(R request) {
    preempted.remove(request);
    countExit();
  }

  // ---- Free threads are given out.

  /** Gives free threads to requests, and updates the load and the slices. */
  public void dispatch(long nowNanos) {
    boolean changed;
    do {
      refreshLoad();
      enforcer.beforeRound(nowNanos);
      // Threads that came back are published, even if other threads replace them at once.
      refreshLoad();
      admissionNanos = DispatchedRequest.NEVER;
      changed =
          (queue.size + preempted.size > 0 && firstThreadsAreFirst() && giveFirstThread(nowNanos))
              || (isMalleable ? divideThreads(nowNanos) : handOut(nowNanos));
    } while (changed || (anyYields && revokesYields(nowNanos)));
    refreshLoad();
    if (preempts) {
      lookAtSlices(nowNanos);
    }
    if (boosts) {
      boost();
    }
    if (queue.size == 0) {
      exits = 0;
    }
  }

  /** Gives one more thread to this request. Does not ask the policy. */
  public void addThread(R request, long nowNanos) {
    threadComes(request);
    enforcer.addThread(request, nowNanos);
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // Only the allocator writes.
  private void threadComes(R request) {
    busy++;
    request.threads++;
    update(request);
    if (request.boosted) {
      boostedThreads++;
      if (boostedThreads >= cores) {
        endBoost(request);
      }
    }
  }

  private void refreshLoad() {
    int waiting = queue.size;
    int requests = running.size() + preempted.size + waiting;
    boolean isPublished = isPublicationDue || loadRequests != requests || loadWaiting != waiting;
    if (isPublished || loadThreads != busy) {
      loadRequests = requests;
      loadWaiting = waiting;
      loadThreads = busy;
      boolean isEmpty = requests == 0 && busy == 0 && memory == emptyLoad.memory();
      load = isEmpty ? emptyLoad : new Load(requests, waiting, busy, cores, memory);
    }
    if (isPublished || !isMalleable) {
      publishedLoad = load;
    }
    isPublicationDue = false;
  }

  private boolean isThreadFree(long nowNanos) {
    return busy < threads || (lendsCores && isThreadLent(null, nowNanos));
  }

  /**
   * True if a thread is free because the service lends cores. A request without borders counts with
   * one thread less than it has.
   */
  @SuppressWarnings("ReferenceEquality")
  private boolean isThreadLent(@Nullable R atBorder, long nowNanos) {
    int beyond = 0;
    for (R request : running) {
      if (request != atBorder && isBeyondTurns(request, nowNanos)) {
        beyond++;
      }
    }
    return busy - beyond < threads;
  }

  private boolean hasThreadFor(R request) {
    return !lendsCores || enforcer.hasThreadFor(request);
  }

  /** Gives free threads to running requests that want more, and to waiting ones. */
  private boolean handOut(long nowNanos) {
    if (!isThreadFree(nowNanos)) {
      if (sharesIdeally) {
        takeFurtherThreads(nowNanos);
      }
      return false;
    }
    R next = nextBesideRunning(nowNanos);
    R neediest = neediest(nowNanos);
    if (ranks || (neediest != null && isMoreImportant(next, neediest))) {
      return handOutOne(next, neediest, nowNanos);
    }
    boolean grew = false;
    while (neediest != null
        && !isMoreImportant(next, neediest)
        && isThreadFree(nowNanos)
        && hasThreadFor(neediest)) {
      addThread(neediest, nowNanos);
      grew = true;
      neediest = neediest(nowNanos);
    }
    if (grew) {
      refreshLoad();
    }
    return (next != null && isThreadFree(nowNanos) && start(next, nowNanos)) || grew;
  }

  private boolean isMoreImportant(@Nullable R next, R running) {
    return next != null && next.isMoreImportantThan(running);
  }

  /** Gives one thread only: each thread changes which request is next. */
  private boolean handOutOne(@Nullable R next, @Nullable R neediest, long nowNanos) {
    boolean nextIsFirst =
        next != null && (neediest == null || ranking().goesFirst(next, neediest, nowNanos));
    if (nextIsFirst && start(next, nowNanos)) {
      return true;
    }
    if (neediest != null && hasThreadFor(neediest)) {
      addThread(neediest, nowNanos);
      return true;
    }
    return !nextIsFirst && next != null && start(next, nowNanos);
  }

  /** Returns the running request that gets a free thread first; null if no request wants one. */
  public @Nullable R neediest(long nowNanos) {
    return candidates.neediest(ranks ? ranking() : Ranking.EQUAL, nowNanos);
  }

  private Ranking ranking() {
    return Ranking.by(policy, load);
  }

  /** Returns the waiting request that starts next; null if no request waits. */
  private @Nullable R next(long nowNanos) {
    if (queue.size == 0) {
      return null;
    }
    return reorders ? queue.next(ranking(), nowNanos) : queue.first();
  }

  /** Returns the preempted request that continues first; null if there is none. */
  private @Nullable R nextPreempted(long nowNanos) {
    return preempted.size == 0 ? null : preempted.next(ranking(), nowNanos);
  }

  /**
   * Returns the waiting request that competes with running requests for a thread. Null if no
   * request waits, or if a request without a thread always goes first.
   */
  private @Nullable R nextBesideRunning(long nowNanos) {
    return queue.size == 0 || firstThreadsAreFirst() ? null : next(nowNanos);
  }

  /**
   * True if a request without a thread goes first: if the policy preempts, or if an earlier policy
   * has left preempted requests.
   */
  private boolean firstThreadsAreFirst() {
    return preempts || preempted.size > 0;
  }

  /** Gives a thread to a request without one. Returns false if no request got a thread. */
  private boolean giveFirstThread(long nowNanos) {
    if (!isThreadFree(nowNanos) && !sharesIdeally) {
      return false;
    }
    R again = nextPreempted(nowNanos);
    R waiting = next(nowNanos);
    boolean waitingIsFirst =
        waiting != null && (again == null || startsBefore(waiting, again, nowNanos));
    if (waitingIsFirst && start(waiting, nowNanos)) {
      return true;
    }
    if (again != null && hasThreadFor(again)) {
      resume(again, nowNanos);
      return true;
    }
    return !waitingIsFirst && waiting != null && start(waiting, nowNanos);
  }

  /**
   * Takes away threads beyond the first of each request. First threads may have made the number of
   * threads too great for the service.
   */
  private void takeFurtherThreads(long nowNanos) {
    int beyond = busy - Math.max(threads, running.size());
    if (beyond > 0) {
      takeFurther(beyond);
      enforcer.threadLimitsChanged(nowNanos);
      for (R request : running) {
        request.setThreadLimit(Integer.MAX_VALUE);
      }
    }
  }

  /**
   * Takes threads beyond the first of each request. Each comes from the request with the most
   * threads.
   *
   * @param count number of threads to take; at most the number of threads beyond the first ones
   */
  private void takeFurther(int count) {
    for (int taken = 0; taken < count; taken++) {
      R most = null;
      for (R request : running) {
        if (most == null || left(request) > left(most)) {
          most = request;
        }
      }
      if (most != null) {
        most.setThreadLimit(left(most) - 1);
      }
    }
  }

  private static int left(DispatchedRequest request) {
    return Math.min(request.threadLimit, request.threads);
  }

  private boolean start(@Nullable R next, long nowNanos) {
    if (next == null
        || !mayStart(next, nowNanos)
        || !hasThreadFor(next)
        || !enforcer.hasRoom(next, nowNanos)) {
      return false;
    }
    queue.remove(next);
    next.startOrder = ++starts;
    run(next, nowNanos);
    refreshLoad();
    remember();
    enforcer.start(next, nowNanos);
    isTurnOfPreempted = preempted.size > 0;
    return true;
  }

  private void resume(R again, long nowNanos) {
    preempted.remove(again);
    run(again, nowNanos);
    refreshLoad();
    enforcer.resume(again, nowNanos);
    // The request's degree may have been decided anew.
    update(again);
    isTurnOfPreempted = false;
  }

  private void run(R request, long nowNanos) {
    running.add(request);
    request.isRunning = true;
    if (preempts) {
      giveSlice(request, nowNanos);
    }
    threadComes(request);
  }

  /** Asks the policy what it remembers of the request that starts. */
  private void remember() {
    long remembered = policy.remember(load);
    if (remembered != memory) {
      memory = remembered;
      load = load.remembering(memory);
      publishedLoad = isMalleable ? publishedLoad.remembering(memory) : load;
    }
  }

  // ---- Admission of the next request.

  /** True if no request may start before another one ends. */
  private boolean isFull() {
    return loadRequests - loadWaiting >= mostStarted;
  }

  /** True if a request may start as soon as there is a thread for it. */
  private boolean wouldStart(R request, long nowNanos) {
    return !isFull() && isOpen(policy.admit(request.progress(nowNanos), load), request, nowNanos);
  }

  private boolean isOpen(Admission admission, R request, long nowNanos) {
    return switch (admission.kind()) {
      case START -> true;
      case WAIT_FOR_EXIT -> exits > 0;
      case WAIT_FOR_CHANGE -> false;
      case WAIT_UNTIL -> fromNanos(request, admission) <= nowNanos;
    };
  }

  private long fromNanos(R request, Admission admission) {
    return Instants.after(request.arrivalNanos(), admission.ageNanos());
  }

  private boolean mayStart(R request, long nowNanos) {
    if (isFull()) {
      return false;
    }
    boolean nobodyStarted = running.isEmpty() && preempted.size == 0;
    Admission admission = policy.admit(request.progress(nowNanos), load);
    return switch (admission.kind()) {
      case START -> {
        exits = 0;
        yield true;
      }
      case WAIT_FOR_EXIT -> {
        // One ended request admits one other. If no request has started, none can end.
        boolean isOpen = exits > 0;
        exits = Math.max(exits - 1, 0);
        yield isOpen || nobodyStarted;
      }
      case WAIT_FOR_CHANGE -> {
        exits = 0;
        // If no request has started, the load never changes.
        yield nobodyStarted;
      }
      case WAIT_UNTIL -> {
        exits = 0;
        long fromNanos = fromNanos(request, admission);
        if (fromNanos > nowNanos) {
          admissionNanos = fromNanos;
        }
        yield fromNanos <= nowNanos;
      }
    };
  }

  // ---- Under a malleable policy, all threads are divided again.

  /**
   * Divides all threads among the requests. A request above its new limit loses threads at its next
   * border. A request below it gets free threads. Returns true if the caller should call again:
   * more threads are busy than before, or a request got its first thread. So the repetition ends,
   * even if a policy changes its answers each time.
   */
  private boolean divideThreads(long nowNanos) {
    int busyBefore = busy;
    R next = nextBesideRunning(nowNanos);
    int without = firstThreadsAreFirst() ? withoutThread(nowNanos) : 0;
    boolean nextHasThread = setThreadLimits(without, next, nowNanos);
    enforcer.threadLimitsChanged(nowNanos);
    refreshLoad(); // Threads may have been taken back for requests without a thread.
    if (firstThreadsAreFirst() && giveFirstThread(nowNanos)) {
      return true;
    }
    for (R request : running) {
      while (request.wantsThread() && isThreadFree(nowNanos) && hasThreadFor(request)) {
        addThread(request, nowNanos);
      }
    }
    refreshLoad(); // With another load, a request without a thread may start.
    return (preempts && busy > busyBefore)
        || (nextHasThread && next != null && isThreadFree(nowNanos) && start(next, nowNanos));
  }

  /**
   * Sets the thread limits of all running requests. Each request gets one thread. Then the most
   * urgent request gets one more, until no thread is left. The next waiting request takes part.
   * Returns true if the waiting request gets a thread.
   *
   * @param without number of requests without a thread; one thread is kept for each
   * @param next the next waiting request; null if waiting requests get their threads in another way
   */
  private boolean setThreadLimits(int without, @Nullable R next, long nowNanos) {
    int left = threads - without;
    for (R request : running) {
      // A request that is to be preempted stays so.
      request.newThreadLimit = Math.min(request.threadLimit, 1);
      left--;
      askForOneMore(request, nowNanos);
    }
    double nextPriority = next == null ? 0 : policy.priority(next.progress(nowNanos), load);
    boolean nextHasThread = false;
    while (left > 0) {
      R best = urgent.peek();
      boolean nextIsBest =
          next != null
              && !nextHasThread
              && (best == null
                  || next.isMoreImportantThan(best)
                  || (!best.isMoreImportantThan(next) && nextPriority > best.priority));
      if (nextIsBest) {
        nextHasThread = true;
      } else if (best != null) {
        urgent.remove();
        best.newThreadLimit++;
        askForOneMore(best, nowNanos);
      } else {
        break;
      }
      left--;
    }
    urgent.clear();
    for (R request : running) {
      request.setThreadLimit(request.newThreadLimit);
    }
    return nextHasThread;
  }

  /** Adds a request to {@link #urgent} if it could use one thread more than its new limit. */
  private void askForOneMore(R request, long nowNanos) {
    // Threads that an earlier policy gave may be more than the present one knows of.
    if (request.newThreadLimit > 0
        && request.newThreadLimit < Math.min(request.usableThreads(), maxDegree)) {
      request.priority = policy.priority(request.progress(nowNanos, request.newThreadLimit), load);
      urgent.add(request);
    }
  }

  /** Compares urgency. Of equal requests, the earlier start is first. */
  private static int compare(DispatchedRequest one, DispatchedRequest other) {
    if (one.priorityClass() != other.priorityClass()) {
      return one.priorityClass().compareTo(other.priorityClass());
    }
    if (one.priority != other.priority) {
      return one.priority > other.priority ? -1 : 1;
    }
    return Long.compare(one.startOrder, other.startOrder);
  }

  /**
   * Number of threads kept for requests without a thread. A first thread is more important than the
   * second thread of another request.
   */
  private int withoutThread(long nowNanos) {
    R waiting = next(nowNanos);
    boolean mayStart = waiting != null && wouldStart(waiting, nowNanos);
    return preempted.size + (mayStart ? queue.size : 0);
  }

  // ---- Slices: how long running requests keep their threads while other requests wait.

  /**
   * Decides at a border after the {@linkplain DispatchedRequest#sliceEndNanos slice} of a request.
   * Returns true if the request is to be preempted; its thread limit is then 0. Otherwise the
   * request gets another slice.
   */
  public boolean sliceIsOver(R request, long nowNanos) {
    if (!preempts) {
      return false; // The thread has read a slice of an earlier policy.
    }
    if (!request.isRunning || request.threadLimit == 0) {
      return request.isRunning;
    }
    boolean isThreadFree = busy < threads || (lendsCores && isThreadLent(request, nowNanos));
    if (!isThreadFree
        && !request.boosted
        && request.canBePreempted()
        && isToYield(request, nowNanos)) {
      request.setThreadLimit(0);
      anyYields = true;
      return true;
    }
    giveSlice(request, nowNanos);
    return false;
  }

  /** Gives slices to running requests while there are requests without a thread. */
  @SuppressWarnings("ReferenceEquality") // Another request is another object.
  private void lookAtSlices(long nowNanos) {
    boolean is = queue.size + preempted.size > 0;
    if (is != isContended) {
      isContended = is;
      for (R request : running) {
        limitSlice(request, nowNanos);
      }
    }
    R arrived = queue.size == 0 ? null : queue.mayHaveChangedNext();
    if (arrived != newestWaiting) {
      newestWaiting = arrived;
      if (arrived != null && preemption.order() == Preemption.Order.PRIORITY) {
        endLeastUrgentSlice(arrived, nowNanos);
      }
    }
  }

  /** Ends the slice of the least urgent running request if the new request is more urgent. */
  private void endLeastUrgentSlice(R arrived, long nowNanos) {
    R least = null;
    double urgency = 0;
    for (R request : running) {
      double its = urgency(request, nowNanos);
      if (!request.boosted
          && request.canBePreempted()
          && request.threadLimit > 0
          && (least == null
              || least.isMoreImportantThan(request)
              || (!request.isMoreImportantThan(least) && its < urgency))) {
        least = request;
        urgency = its;
      }
    }
    if (least != null && replaces(arrived, false, least, nowNanos)) {
      least.sliceEndNanos = nowNanos;
    }
  }

  /** Gives a request a slice from now on, if another request wants its thread. */
  private void giveSlice(R request, long nowNanos) {
    request.turnFromNanos = nowNanos;
    limitSlice(request, nowNanos);
  }

  /**
   * Sets the end of the present slice. If requests take turns, the slice began with the turn: it
   * may have passed when another request arrives.
   */
  private void limitSlice(R request, long nowNanos) {
    if (!isContended) {
      request.sliceEndNanos = DispatchedRequest.NEVER;
      return;
    }
    boolean takesTurns = preemption.order() == Preemption.Order.TURNS;
    long fromNanos = takesTurns ? request.turnFromNanos : nowNanos;
    request.sliceEndNanos =
        Math.max(Instants.after(fromNanos, sliceNanos(request, nowNanos)), nowNanos);
  }

  /**
   * The length of a slice. By priority, it grows with the attained service, because priorities then
   * change less. The slice is bounded, so that no request stays preempted for too long. A new
   * request can end it earlier.
   */
  private long sliceNanos(R request, long nowNanos) {
    long quantumNanos = preemption.quantumNanos();
    return preemption.order() == Preemption.Order.TURNS
        ? quantumNanos
        : Math.max(
            quantumNanos,
            Math.min(
                request.progress(nowNanos).attainedNanos() / SLICES_PER_ATTAINED,
                preemption.longestPreemptionNanos()));
  }

  /**
   * Lets requests keep the threads that they were to give up, if a thread is free or all requests
   * have one. Returns true if there was such a request.
   */
  private boolean revokesYields(long nowNanos) {
    if (!isThreadFree(nowNanos) && queue.size + preempted.size > 0) {
      return false;
    }
    anyYields = false;
    boolean revoked = false;
    for (R request : running) {
      if (request.threadLimit == 0) {
        request.setThreadLimit(Integer.MAX_VALUE);
        giveSlice(request, nowNanos);
        update(request);
        revoked = true;
      }
    }
    return revoked;
  }

  /** True if another request should replace this running request. */
  private boolean isToYield(R request, long nowNanos) {
    return (yieldsToPreempted(request, nowNanos) || yieldsToWaiting(request, nowNanos))
        && yielding() < queue.size + preempted.size;
  }

  private boolean yieldsToPreempted(R request, long nowNanos) {
    R again = nextPreempted(nowNanos);
    return again != null
        && (preempted.isOnlyToEnd(again)
            || replaces(again, preempted.isOverdue(again, nowNanos), request, nowNanos));
  }

  private boolean yieldsToWaiting(R request, long nowNanos) {
    R waiting = next(nowNanos);
    return waiting != null
        && replaces(waiting, false, request, nowNanos)
        && wouldStart(waiting, nowNanos);
  }

  /**
   * Number of running requests that are already to be preempted. Each makes room for one request.
   */
  private int yielding() {
    int count = 0;
    for (R request : running) {
      count += request.threadLimit == 0 ? 1 : 0;
    }
    return count;
  }

  private boolean replaces(R other, boolean isOverdue, R request, long nowNanos) {
    if (other.priorityClass() != request.priorityClass()) {
      return other.isMoreImportantThan(request);
    }
    return isOverdue
        || preemption.order() == Preemption.Order.TURNS
        || urgency(other, nowNanos) > urgency(request, nowNanos);
  }

  /** The urgency of a request's first thread. */
  private double urgency(R request, long nowNanos) {
    return ranking().ofFirst(request, nowNanos);
  }

  /** True if a free thread goes to the waiting request, not to the preempted one. */
  private boolean startsBefore(R waiting, R again, long nowNanos) {
    if (preempted.isOnlyToEnd(again)) {
      return false;
    }
    if (waiting.priorityClass() != again.priorityClass()) {
      return waiting.isMoreImportantThan(again);
    }
    if (!preempts) {
      // An earlier policy has preempted it. A request that has started goes first.
      return false;
    }
    if (preemption.order() == Preemption.Order.TURNS) {
      return !isTurnOfPreempted || waiting.arrivalNanos() <= again.preemptedSinceNanos;
    }
    if (preempted.isOverdue(again, nowNanos)) {
      return false;
    }
    double waits = urgency(waiting, nowNanos);
    double goesOn = urgency(again, nowNanos);
    return waits > goesOn || (waits == goesOn && waiting.id() < again.id());
  }

  // ---- Turns that are missed.

  /**
   * True if this request counts as one without borders: it cannot be preempted, or it has passed no
   * border for some turns after its own.
   */
  private boolean isBeyondTurns(R request, long nowNanos) {
    return !request.canBePreempted() || nowNanos >= turnIsMissedNanos(request);
  }

  /** From this moment on, a request that has passed no border counts as one without borders. */
  private long turnIsMissedNanos(R request) {
    return Instants.after(
        request.sliceEndNanos, Instants.times(preemption.quantumNanos(), MISSED_TURNS));
  }

  /**
   * The next moment at which another request gets a thread because a running request has missed the
   * end of its turn; {@link DispatchedRequest#NEVER} if all requests have a thread.
   */
  public long missedTurnNanos(long nowNanos) {
    long first = DispatchedRequest.NEVER;
    if (lendsCores && queue.size + preempted.size > 0) {
      for (R request : running) {
        long atNanos = turnIsMissedNanos(request);
        if (atNanos > nowNanos) {
          first = Math.min(first, atNanos);
        }
      }
    }
    return first;
  }

  // ---- Boosts: threads of the oldest requests at the greatest degree keep whole cores. At least
  // one core is left for all others.

  /** Boosts requests, the oldest first: old requests make the tail. */
  private void boost() {
    if (busy <= cores) {
      return;
    }
    for (R request : running) {
      int wanted = request.threads;
      if (!request.boosted
          && wanted > 1
          && wanted == maxDegree
          && request.threadLimit > 0
          && boostedThreads + wanted < cores) {
        request.boosted = true;
        boostedThreads += wanted;
        enforcer.boosted(request);
      }
    }
  }

  /**
   * Ends the boost of a request. The threads of the request may still be coming back; they compute
   * nothing.
   */
  private void endBoost(R request) {
    if (request.boosted) {
      request.boosted = false;
      boostedThreads -= request.threads;
    }
  }

  /**
   * The cores and threads that an allocator gives out.
   *
   * @param cores number of cores of the machine, or that the service may use; at least 1
   * @param threads number of threads of the pool; at least 1
   * @param maxDegree most threads of a request; at least 1
   * @param boosts true if the oldest requests at the greatest degree keep whole cores
   * @param sharesIdeally true if each request that may start gets a thread at once, as if the cores
   *     were divided among all requests
   * @param lendsCores true if one thread of a request without borders does not count. Another
   *     request gets a thread instead, and the operating system shares the cores
   * @param mostStarted most requests that have started and not ended, with preempted ones; at least
   *     1
   */
  public record Service(
      int cores,
      int threads,
      int maxDegree,
      boolean boosts,
      boolean sharesIdeally,
      boolean lendsCores,
      int mostStarted) {
    /** Without a limit of started requests, and without lent cores. */
    public Service(int cores, int threads, int maxDegree, boolean boosts, boolean sharesIdeally) {
      this(cores, threads, maxDegree, boosts, sharesIdeally, false, Integer.MAX_VALUE);
    }

    public Service {
      if (cores < 1 || threads < 1 || maxDegree < 1) {
        throw new IllegalArgumentException(
            "cores, threads and maxDegree must be at least 1: %d, %d, %d"
                .formatted(cores, threads, maxDegree));
      }
      if (mostStarted < 1) {
        throw new IllegalArgumentException("mostStarted must be at least 1: " + mostStarted);
      }
    }
  }

  /**
   * Owner of the threads. Carries out the decisions of an {@link Allocator} at once.
   *
   * @param <R> the requests
   */
  public interface Enforcer<R extends DispatchedRequest> {
    /**
     * Gives a waiting request its first thread. The request has left the queue, and the load says
     * so. The request's degree is still to be decided.
     */
    void start(R request, long nowNanos);

    /**
     * True if a free thread can serve this waiting request. Called right before the request starts.
     * By default every free thread can serve every request.
     */
    default boolean hasRoom(R next, long nowNanos) {
      return true;
    }

    /**
     * True if there is one more thread for a request. Called only if the service {@linkplain
     * Service#lendsCores lends cores}: only then requests may have more threads than the service.
     */
    default boolean hasThreadFor(R request) {
      return true;
    }

    /** Gives a running request one more thread. */
    void addThread(R request, long nowNanos);

    /** Gives one thread to a preempted request, which continues. */
    void resume(R request, long nowNanos);

    /**
     * Called when the load is known, before threads are given out. May decide degrees by the load.
     */
    default void beforeRound(long nowNanos) {}

    /**
     * Called when thread limits have changed. Threads above the limits may be taken back at once.
     */
    default void threadLimitsChanged(long nowNanos) {}

    /**
     * Called when another policy serves, and the load is counted for it. Right after this call,
     * requests forget the old decisions. Must not throw.
     */
    default void policyChanged() {}

    /** Called when a request becomes boosted. */
    default void boosted(R request) {}
  }

  /** The urgency of one more thread for a request. One choice uses one ranking for all requests. */
  interface Ranking {
    /** Makes all requests equal. Does not ask the policy. */
    Ranking EQUAL = progress -> 0;

    double priority(Progress progress);

    /** Returns the ranking of a policy under one load. */
    static Ranking by(Policy policy, Load load) {
      return progress -> policy.priority(progress, load);
    }

    /** The urgency of a request's first thread. */
    default double ofFirst(DispatchedRequest request, long nowNanos) {
      return priority(request.progress(nowNanos, 0));
    }

    /** True if the first request goes before the second. False if they are equal. */
    default boolean goesFirst(DispatchedRequest one, DispatchedRequest other, long nowNanos) {
      return one.priorityClass() == other.priorityClass()
          ? priority(one.progress(nowNanos)) > priority(other.progress(nowNanos))
          : one.isMoreImportantThan(other);
    }
  }
}
