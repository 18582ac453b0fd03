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
 * Decides which free thread serves which request: which requests start, gain threads, lose threads
 * and are boosted. The engine and the simulator both run it.
 *
 * <p>A free thread never idles while a request may start or wants another thread. A policy that
 * {@linkplain Traits#ranks ranks} orders the requests; otherwise running requests come first,
 * oldest first. Requests of a class start in order of arrival unless the policy reorders them. The
 * caller supplies the time. There is no clock and no lock: for one thread at a time.
 *
 * <p>Under a policy that preempts ({@link Preemption}), a free thread goes first to a request
 * without one, in the policy's order. While there is such a request, each running request has a
 * slice; {@link #sliceIsOver} says whether it goes on.
 *
 * <p>If {@link Enforcer} or policy throw, a change is half made and the allocator must not be used
 * any more.
 *
 * @param <R> the requests
 */
public final class Allocator<R extends DispatchedRequest> {
  /** Comparisons of a request while its attained service doubles. */
  private static final int SLICES_PER_ATTAINED = 16;

  /**
   * Number of turns after the end of its own, after which a request counts as one that passes no
   * borders.
   */
  private static final int MISSED_TURNS = 4;

  private final Enforcer<R> enforcer;

  // ---- The policy, and what it has said once and for all.

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

  /** Number of ended requests whose exit has not admitted another request yet. */
  private int exits;

  /** The earliest start of the next request; NEVER if time alone does not help. */
  private long admissionNanos = DispatchedRequest.NEVER;

  // ---- Requests that are served.

  /** In the order in which they started or went on; as a rule few. */
  private final List<R> running = new ArrayList<>();

  private final Collection<R> shownRunning = Collections.unmodifiableCollection(running);
  private Candidates<R> candidates;

  /** Threads that serve requests or are on their way to them. */
  private int busy;

  /** Threads of boosted requests. */
  private int boostedThreads;

  private long starts;

  // ---- The load.

  private Load load;

  /**
   * The load without any request, which no request sees: it need not be another object each time.
   */
  private Load emptyLoad;

  /**
   * The last load that all requests should know of. Threads that a malleable policy moves from one
   * request to another are no news, or each move would make everybody ask and so cause the next
   * one.
   */
  private Load publishedLoad;

  // As the load says.
  private int loadRequests;
  private int loadWaiting;
  private int loadThreads;
  private long memory;

  /** The next load is news, whatever has changed. */
  private boolean isPublicationDue;

  // ---- Slices.

  /** True while running requests have slices, since others have no thread. */
  private boolean isContended;

  /**
   * True if, in turns, the last free thread went to a new request while others were preempted, so
   * the next one goes to a preempted request.
   */
  private boolean isTurnOfPreempted;

  /** True if a running request has to leave its threads. */
  private boolean anyYields;

  /** The {@linkplain RequestQueue#newest newest} waiting request at the last dispatch. */
  private @Nullable R newestWaiting;

  /** Requests that could use a thread beyond their share, the most urgent first. */
  private final PriorityQueue<R> urgent = new PriorityQueue<>(Allocator::compare);

  /**
   * An allocator without requests.
   *
   * @param traits the policy's; not monotone is always safe, and faster for few requests
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
   * Replaces the policy. Running requests keep their threads; the new policy is asked about them
   * anew. All others stand in its order, and memory is forgotten. The caller dispatches afterwards.
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
    // All keep their threads, and nothing else of what the policy before gave them. Until this one
    // has decided, none of them wants a thread.
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

  /** Requests that have not started. A caller that adds or removes one dispatches afterwards. */
  public RequestQueue<R> queue() {
    return queue;
  }

  /** Preempted requests. A caller that expedites one dispatches afterwards. */
  public PreemptedRequests<R> preempted() {
    return preempted;
  }

  /** Number of requests without a thread. */
  public int unserved() {
    return queue.size + preempted.size;
  }

  /** Requests that have threads, in the order in which they started or went on. */
  public Collection<R> running() {
    return shownRunning;
  }

  /** The load as it was last counted. */
  public Load load() {
    return load;
  }

  /** The load as of its last change that all requests should know of: another object each time. */
  public Load publishedLoad() {
    return publishedLoad;
  }

  /** Number of threads that serve requests or are on their way to them. */
  public int busy() {
    return busy;
  }

  /** Threads of boosted requests. */
  public int boostedThreads() {
    return boostedThreads;
  }

  /** The next deadline of a request that no thread serves; NEVER if there is none. */
  public long nextDeadlineNanos() {
    long ofWaiting = queue.size == 0 ? DispatchedRequest.NEVER : queue.nextDeadlineNanos();
    return preempted.size == 0 ? ofWaiting : Math.min(ofWaiting, preempted.nextDeadlineNanos());
  }

  /**
   * The next moment at which a dispatch is due without another event: a deadline of a request
   * without a thread, the earliest start of the next request, or the moment when a running request
   * has missed the end of its turn for so long that another one gets a thread in its place. {@link
   * DispatchedRequest#NEVER} if there is none.
   */
  public long nextLookNanos(long nowNanos) {
    return queue.size + preempted.size == 0
        ? DispatchedRequest.NEVER
        : Math.min(Math.min(nextDeadlineNanos(), admissionNanos), missedTurnNanos(nowNanos));
  }

  /**
   * The earliest start of the next request; {@link DispatchedRequest#NEVER} if time alone does not
   * help.
   */
  public long admissionNanos() {
    return admissionNanos;
  }

  // ---- Events. The caller dispatches afterwards.

  /** At the next dispatch, the load is published to all requests, whether or not it has changed. */
  public void publishLoad() {
    isPublicationDue = true;
  }

  /** A running request may want more threads than before. */
  public void update(R request) {
    if (!isMalleable && request.isRunning) { // Else all running ones are candidates.
      candidates.update(request);
    }
  }

  /** A request exits: said before its last threads come back and it {@linkplain #end ends}. */
  public void exit() {
    exits++;
  }

  /** A thread serves this request no more. */
  public void threadIsBack(R request) {
    busy--;
    request.threads--;
    update(request);
    if (request.boosted) {
      boostedThreads--;
    }
  }

  /** Takes back so many threads of requests that have ended. */
  public void threadsAreBack(int count) {
    busy -= count;
  }

  /** A request does not run any more; some of its threads may still be on their way back. */
  public void end(R request) {
    request.isRunning = false;
    running.remove(request);
    candidates.remove(request);
    endBoost(request);
  }

  /** The last thread of a running request has come back, and the request is not at its end. */
  public void preempt(R request, long nowNanos) {
    request.forgetTurn();
    preempted.add(request, nowNanos);
    end(request);
  }

  /** Removes a preempted request that ends without going on. */
  public void endPreempted(R request) {
    preempted.remove(request);
    exit();
  }

  // ---- Free threads are given out.

  /** Looks at everything, and gives out the threads that are free. */
  public void dispatch(long nowNanos) {
    boolean changed;
    do {
      refreshLoad();
      enforcer.beforeRound(nowNanos);
      // Threads that have come back are news even if others take their place at once.
      refreshLoad();
      admissionNanos = DispatchedRequest.NEVER;
      changed =
          (queue.size + preempted.size > 0 && firstThreadsAreFirst() && giveFirstThread(nowNanos))
              || (isMalleable ? shareOut(nowNanos) : handOut(nowNanos));
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

  /** A thread helps this request, whatever the policy says. */
  public void help(R request, long nowNanos) {
    threadComes(request);
    enforcer.help(request, nowNanos);
  }

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
   * True if a thread is free since the service lends cores: the last thread of a request that
   * passes no borders does not count; any further one does.
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
      help(neediest, nowNanos);
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

  /** Gives one thread, since each one changes which request is next. */
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
    return !nextIsFirst && next != null && start(next, nowNanos);
  }

  /** Returns the running request that a free thread helps first; null if none wants one. */
  public @Nullable R neediest(long nowNanos) {
    return candidates.neediest(ranks ? ranking() : Ranking.EQUAL, nowNanos);
  }

  private Ranking ranking() {
    return Ranking.by(policy, load);
  }

  /** Returns the waiting request that is next. */
  private @Nullable R next(long nowNanos) {
    if (queue.size == 0) {
      return null;
    }
    return reorders ? queue.next(ranking(), nowNanos) : queue.first();
  }

  /** Returns the preempted request that goes on first. */
  private @Nullable R nextPreempted(long nowNanos) {
    return preempted.size == 0 ? null : preempted.next(ranking(), nowNanos);
  }

  /**
   * Returns the waiting request to compare with running ones; null if first threads come before all
   * others.
   */
  private @Nullable R nextBesideRunning(long nowNanos) {
    return queue.size == 0 || firstThreadsAreFirst() ? null : next(nowNanos);
  }

  /**
   * True if a request without a thread goes first; also after a change to a policy that does not
   * preempt, while preempted requests are left.
   */
  private boolean firstThreadsAreFirst() {
    return preempts || preempted.size > 0;
  }

  /** Gives a thread to a request without one. Returns false if none got one. */
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
   * Takes further threads away where there are more threads than the service has, since requests
   * got their first ones.
   */
  private void takeFurtherThreads(long nowNanos) {
    int beyond = busy - Math.max(threads, running.size());
    if (beyond > 0) {
      takeFurther(beyond);
      enforcer.sharesChanged(nowNanos);
      for (R request : running) {
        request.share(Integer.MAX_VALUE);
      }
    }
  }

  /**
   * Takes threads beyond the first ones, each from the request with the most, as if requests were
   * preempted and went on with one.
   *
   * @param count at most the number of such threads
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
        most.share(left(most) - 1);
      }
    }
  }

  private static int left(DispatchedRequest request) {
    return Math.min(request.share, request.threads);
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
    // Its degree may have been decided anew.
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

  /** A request starts. */
  private void remember() {
    long remembered = policy.remember(load);
    if (remembered != memory) {
      memory = remembered;
      load = load.remembering(memory);
      publishedLoad = isMalleable ? publishedLoad.remembering(memory) : load;
    }
  }

  // ---- Admission of the next request.

  /** Only the end of a request makes room, and then everybody looks again. */
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
        // One exit admits one request. If none has started, there is no exit to wait for.
        boolean isOpen = exits > 0;
        exits = Math.max(exits - 1, 0);
        yield isOpen || nobodyStarted;
      }
      case WAIT_FOR_CHANGE -> {
        exits = 0;
        // If none has started, nothing would ever change.
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

  // ---- Under a malleable policy, all threads are shared out anew.

  /**
   * Shares all threads anew. A request above its share loses threads at its next border; one below
   * gets free ones. Returns true if the caller should look again: more threads are busy than
   * before, or a request got its first one. So it ends even if a policy answers otherwise each
   * time.
   */
  private boolean shareOut(long nowNanos) {
    int busyBefore = busy;
    R next = nextBesideRunning(nowNanos);
    int without = firstThreadsAreFirst() ? withoutThread(nowNanos) : 0;
    boolean nextHasShare = share(without, next, nowNanos);
    enforcer.sharesChanged(nowNanos);
    refreshLoad(); // Threads may have been taken back for those that have none.
    if (firstThreadsAreFirst() && giveFirstThread(nowNanos)) {
      return true;
    }
    for (R request : running) {
      while (request.wantsThread() && isThreadFree(nowNanos) && hasThreadFor(request)) {
        help(request, nowNanos);
      }
    }
    refreshLoad(); // With another one, who has no thread may start.
    return (preempts && busy > busyBefore)
        || (nextHasShare && next != null && isThreadFree(nowNanos) && start(next, nowNanos));
  }

  /**
   * Sets all shares: one thread for each running request, then one by one for the request that
   * needs one more most urgently. The next waiting request takes part. Returns true if that one has
   * a share.
   *
   * @param without number of requests without a thread, for each of which one is kept
   * @param next the next waiting request; null if such requests get their threads in another way
   */
  private boolean share(int without, @Nullable R next, long nowNanos) {
    int left = threads - without;
    for (R request : running) {
      // A request that is to be preempted stays so.
      request.newShare = Math.min(request.share, 1);
      left--;
      askForOneMore(request, nowNanos);
    }
    double nextPriority = next == null ? 0 : policy.priority(next.progress(nowNanos), load);
    boolean nextHasShare = false;
    while (left > 0) {
      R best = urgent.peek();
      boolean nextIsBest =
          next != null
              && !nextHasShare
              && (best == null
                  || next.isMoreImportantThan(best)
                  || (!best.isMoreImportantThan(next) && nextPriority > best.priority));
      if (nextIsBest) {
        nextHasShare = true;
      } else if (best != null) {
        urgent.remove();
        best.newShare++;
        askForOneMore(best, nowNanos);
      } else {
        break;
      }
      left--;
    }
    urgent.clear();
    for (R request : running) {
      request.share(request.newShare);
    }
    return nextHasShare;
  }

  /** It takes part, if it could use a thread beyond its share. */
  private void askForOneMore(R request, long nowNanos) {
    // Threads that an earlier policy gave may be more than the present one knows of.
    if (request.newShare > 0 && request.newShare < Math.min(request.usableThreads(), maxDegree)) {
      request.priority = policy.priority(request.progress(nowNanos, request.newShare), load);
      urgent.add(request);
    }
  }

  /** Compares urgency; of equal requests, the one that started first is first. */
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
   * Number of threads kept for requests without one: a first thread comes before the further ones
   * of others.
   */
  private int withoutThread(long nowNanos) {
    R waiting = next(nowNanos);
    boolean mayStart = waiting != null && wouldStart(waiting, nowNanos);
    return preempted.size + (mayStart ? queue.size : 0);
  }

  // ---- Slices: for how long running requests have their threads while others wait for one.

  /**
   * Decides at a border after the {@linkplain DispatchedRequest#sliceEndNanos slice} of a request.
   * Returns true if the request is to be preempted; its share is then 0. Otherwise it has another
   * slice.
   */
  public boolean sliceIsOver(R request, long nowNanos) {
    if (!preempts) {
      return false; // Somebody has seen a slice that an earlier policy gave.
    }
    if (!request.isRunning || request.share == 0) {
      return request.isRunning;
    }
    boolean isThreadFree = busy < threads || (lendsCores && isThreadLent(request, nowNanos));
    if (!isThreadFree
        && !request.boosted
        && request.canBePreempted()
        && isToYield(request, nowNanos)) {
      request.share(0);
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
    R come = queue.size == 0 ? null : queue.newest();
    if (come != newestWaiting) {
      newestWaiting = come;
      if (come != null && preemption.order() == Preemption.Order.PRIORITY) {
        endLeastUrgentSlice(come, nowNanos);
      }
    }
  }

  /** Somebody new may be next: the least urgent that runs may have to make way. */
  private void endLeastUrgentSlice(R come, long nowNanos) {
    R least = null;
    double urgency = 0;
    for (R request : running) {
      double its = urgency(request, nowNanos);
      if (!request.boosted
          && request.canBePreempted()
          && request.share > 0
          && (least == null
              || least.isMoreImportantThan(request)
              || (!request.isMoreImportantThan(least) && its < urgency))) {
        least = request;
        urgency = its;
      }
    }
    if (least != null && goesInPlaceOf(come, false, least, nowNanos)) {
      least.sliceEndNanos = nowNanos;
    }
  }

  /** It has a slice from now on, if anybody wants its thread. */
  private void giveSlice(R request, long nowNanos) {
    request.turnFromNanos = nowNanos;
    limitSlice(request, nowNanos);
  }

  /** In turns, a request that has had its thread for long has had its turn when others come. */
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
   * The length of a slice. By priority it grows with the attained service, since priorities then
   * change less; it is bounded so that no request stays preempted for too long. A new request does
   * not have to wait for its end.
   */
  private long sliceNanos(R request, long nowNanos) {
    long quantumNanos = preemption.quantumNanos();
    return preemption.order() == Preemption.Order.TURNS
        ? quantumNanos
        : Math.max(
            quantumNanos,
            Math.min(
                request.progress(nowNanos).attainedNanos() / SLICES_PER_ATTAINED,
                preemption.longestAsideNanos()));
  }

  /**
   * Revokes the order to leave if a thread is free or all requests have one. Returns true if a
   * request had that order.
   */
  private boolean revokesYields(long nowNanos) {
    if (!isThreadFree(nowNanos) && queue.size + preempted.size > 0) {
      return false;
    }
    anyYields = false;
    boolean revoked = false;
    for (R request : running) {
      if (request.share == 0) {
        request.share(Integer.MAX_VALUE);
        giveSlice(request, nowNanos);
        update(request);
        revoked = true;
      }
    }
    return revoked;
  }

  /** True if another request should go on in the place of a running one. */
  private boolean isToYield(R request, long nowNanos) {
    return (yieldsToPreempted(request, nowNanos) || yieldsToWaiting(request, nowNanos))
        && yielding() < queue.size + preempted.size;
  }

  private boolean yieldsToPreempted(R request, long nowNanos) {
    R again = nextPreempted(nowNanos);
    return again != null
        && (preempted.isOnlyToEnd(again)
            || goesInPlaceOf(again, preempted.isOverdue(again, nowNanos), request, nowNanos));
  }

  private boolean yieldsToWaiting(R request, long nowNanos) {
    R waiting = next(nowNanos);
    return waiting != null
        && goesInPlaceOf(waiting, false, request, nowNanos)
        && wouldStart(waiting, nowNanos);
  }

  /**
   * Number of running requests that are to be preempted already; each makes way for one request.
   */
  private int yielding() {
    int count = 0;
    for (R request : running) {
      count += request.share == 0 ? 1 : 0;
    }
    return count;
  }

  private boolean goesInPlaceOf(R other, boolean isOverdue, R request, long nowNanos) {
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

  /** True if a free thread goes to a waiting request before a preempted one. */
  private boolean startsBefore(R waiting, R again, long nowNanos) {
    if (preempted.isOnlyToEnd(again)) {
      return false;
    }
    if (waiting.priorityClass() != again.priorityClass()) {
      return waiting.isMoreImportantThan(again);
    }
    if (!preempts) {
      // It was preempted under an earlier policy, and has started.
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
   * True if the operating system has to share the cores with this request: it passes no borders, or
   * has passed none for some turns after its own.
   */
  private boolean isBeyondTurns(R request, long nowNanos) {
    return !request.canBePreempted() || nowNanos >= turnIsMissedNanos(request);
  }

  /** The moment from which on a request that passes no border counts as one that passes none. */
  private long turnIsMissedNanos(R request) {
    return Instants.after(
        request.sliceEndNanos, Instants.times(preemption.quantumNanos(), MISSED_TURNS));
  }

  /**
   * The next moment when a running request will have missed the end of its turn for so long that
   * another request gets a thread in its place; {@link DispatchedRequest#NEVER} if all requests
   * have one.
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

  // ---- Boosts: the threads of the oldest requests at the greatest degree keep whole cores, for as
  // long as a core is left for all others.

  /** The oldest first: they are the ones that make the tail. */
  private void boost() {
    if (busy <= cores) {
      return;
    }
    for (R request : running) {
      int wanted = request.threads;
      if (!request.boosted
          && wanted > 1
          && wanted == maxDegree
          && request.share > 0
          && boostedThreads + wanted < cores) {
        request.boosted = true;
        boostedThreads += wanted;
        enforcer.boosted(request);
      }
    }
  }

  /** Threads on their way back have nothing left to compute. */
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
   * @param sharesIdeally true if each request that may start has a thread at once, as if the cores
   *     were divided among all of them
   * @param lendsCores true if the one thread of a request that passes no borders for long does not
   *     count: the operating system shares the cores with it, and another request gets a thread in
   *     its place
   * @param mostStarted most requests that may have started and not ended, preempted ones included;
   *     at least 1
   */
  public record Service(
      int cores,
      int threads,
      int maxDegree,
      boolean boosts,
      boolean sharesIdeally,
      boolean lendsCores,
      int mostStarted) {
    /** As many requests may have started as the policy wants, and all count. */
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
   * Has the threads, and carries out at once what an {@link Allocator} decides.
   *
   * @param <R> the requests
   */
  public interface Enforcer<R extends DispatchedRequest> {
    /**
     * A waiting request is given its first thread. It has left the queue, as far as the load tells,
     * and its degree is to be decided.
     */
    void start(R request, long nowNanos);

    /**
     * True if there is a place for a waiting request on a free thread; asked right before the
     * request starts. By default any free thread fits any request.
     */
    default boolean hasRoom(R next, long nowNanos) {
      return true;
    }

    /**
     * True if there is a thread for a request that is to have one more. Asked only where the
     * service {@linkplain Service#lendsCores lends cores}: there, requests may have more threads
     * than those that take turns.
     */
    default boolean hasThreadFor(R request) {
      return true;
    }

    /** A running request is given a further thread. */
    void help(R request, long nowNanos);

    /** Gives one thread to a preempted request, which goes on. */
    void resume(R request, long nowNanos);

    /** The load is known; degrees may be decided by it before threads are given out. */
    default void beforeRound(long nowNanos) {}

    /**
     * Shares have changed under a malleable policy; threads above them may be taken back at once.
     */
    default void sharesChanged(long nowNanos) {}

    /**
     * Another policy serves from now on, and the load says so. Requests forget what was decided
     * right after this. Must not throw.
     */
    default void policyChanged() {}

    /** A request is boosted from now on. */
    default void boosted(R request) {}
  }

  /** The urgency of one more thread for a request; the same ranking serves all of one choice. */
  interface Ranking {
    /** All requests are equal, and no policy is asked. */
    Ranking EQUAL = progress -> 0;

    double priority(Progress progress);

    /** By a policy, under one load. */
    static Ranking by(Policy policy, Load load) {
      return progress -> policy.priority(progress, load);
    }

    /** The urgency of a request's first thread. */
    default double ofFirst(DispatchedRequest request, long nowNanos) {
      return priority(request.progress(nowNanos, 0));
    }

    /** True if one request comes before another; of equal ones, the other does. */
    default boolean goesFirst(DispatchedRequest one, DispatchedRequest other, long nowNanos) {
      return one.priorityClass() == other.priorityClass()
          ? priority(one.progress(nowNanos)) > priority(other.progress(nowNanos))
          : one.isMoreImportantThan(other);
    }
  }
}
