package org.curtail.runtime;

import static org.curtail.testkit.Require.require;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.curtail.Admission;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;
import org.curtail.dispatch.Instants;
import org.curtail.runtime.Invariants.Seen;
import org.jspecify.annotations.Nullable;

/**
 * Invariants of an engine's lists between any two steps: waiting, running, preempted, idle, boosted
 * and paused. Plain conditions: this runs millions of times.
 */
final class ViewInvariants {
  private final Invariants told;
  private final Curtail engine;
  private final int cores;
  private final int queueLimit;
  private final NanoClock clock;
  private final Set<Long> started = new HashSet<>();
  private Policy policy;
  private @Nullable FaultyPolicy faulty;

  /** Most threads that any policy so far has allowed a request. */
  private int mostDegree;

  /** True once another policy has replaced the first. */
  private boolean swapped;

  /** True if a policy that reorders the queue has served since the last check of the order. */
  private boolean reordered;

  /** Most requests that may have started and not ended. */
  int mostStarted = Integer.MAX_VALUE;

  /** Invariants of an engine with classes of speed. */
  @Nullable SpeedInvariants ofSpeeds;

  /** Busy threads when they were counted last, or when a policy took the place of another. */
  private int lastBusy;

  ViewInvariants(
      Invariants told, Curtail engine, Policy policy, int cores, int queueLimit, NanoClock clock) {
    this.told = told;
    this.engine = engine;
    this.cores = cores;
    this.queueLimit = queueLimit;
    this.clock = clock;
    this.faulty = policy instanceof FaultyPolicy breaks ? breaks : null;
    this.policy = faulty == null ? policy : faulty.policy();
    mostDegree = this.policy.maxDegree();
  }

  /**
   * Another policy serves from now on.
   *
   * @param busy threads at this moment, perhaps in the middle of a step
   */
  void servedBy(Policy next, int busy) {
    lastBusy = busy;
    reordered |= policy.traits().reordersQueue();
    faulty = next instanceof FaultyPolicy breaks ? breaks : null;
    policy = faulty == null ? next : faulty.policy();
    mostDegree = Math.max(mostDegree, policy.maxDegree());
    swapped = true;
  }

  /** Number of threads that the policy wants, at most the existing ones. */
  private int mostThreads() {
    int wanted = policy.threads(cores);
    return wanted == Policy.UNLIMITED
        ? engine.engine().policyInForce().service().threads()
        : Math.min(wanted, engine.threads());
  }

  /** Number of running requests at the last check. */
  private int lastRunning;

  /** At most so many others have a thread in the place of requests that pass no borders. */
  private int lentThreads(Engine.View view) {
    int lent = setsAside() ? Math.max(view.running().size(), lastRunning) : 0;
    lastRunning = view.running().size();
    return lent;
  }

  /** Four turns after its slice. */
  private long missedTurnNanos(Request<?, ?> request) {
    PolicyInForce serving = engine.engine().policyInForce();
    return serving.traits().preemption().isUsed()
        ? Instants.after(
            request.sliceEndNanos(),
            Instants.times(serving.traits().preemption().quantumNanos(), 4))
        : Long.MAX_VALUE;
  }

  /** True if requests may be preempted: also where requests without a limit share the cores. */
  boolean setsAside() {
    return policy.traits().preemption().isUsed() || policy.threads(cores) == Policy.UNLIMITED;
  }

  /** That serves, without what makes it break. */
  Policy policy() {
    return policy;
  }

  int mostDegree() {
    return mostDegree;
  }

  void check(Engine.View view, List<Worker> workers) {
    checkThreads(view, workers);
    checkBooks(view, workers);
    checkOrder(view);
    checkBoosting(view, workers);
    checkAlarm(view);
    checkMissedTurns(view);
    if (ofSpeeds != null) {
      ofSpeeds.check(view, workers, clock.nanoTime(), told.latestNanos());
    }
    if (ofSpeeds == null || !ofSpeeds.hasOneThreadEach()) {
      checkNoRequestStarves(view);
    }
  }

  private void checkThreads(Engine.View view, List<Worker> workers) {
    Map<Request<?, ?>, Integer> serving = new HashMap<>();
    var idle = new HashSet<Worker>();
    int busy = 0;
    int callers = 0;
    for (Worker worker : workers) {
      Request<?, ?> request = worker.request();
      callers += request != null && !worker.isPooled() ? 1 : 0;
      require(worker.hasWork() == (request != null), "a worker has work for nobody");
      if (request != null) {
        busy++;
        serving.merge(request, 1, Integer::sum);
      } else if (worker.isPooled()) {
        idle.add(worker);
      }
    }
    for (SpeedPlacing.Place place : view.awaiting()) {
      serving.merge(place.request, 1, Integer::sum);
      busy++;
    }
    int most = mostDegree;
    int least = swapped ? 0 : 1; // Nothing is decided until the next border.
    serving.forEach((request, count) ->
        require(
            request.threads() == count
                && count <= Math.min(most, request.options().mostThreads())
                && request.decidedDegree() >= least
                && request.decidedDegree() <= policy.maxDegree(),
            "request %d of degree %d has %d threads, counted as %d; at most %d",
            request.id(),
            request.decidedDegree(),
            count,
            request.threads(),
            most));
    require(
        view.busy() == busy && busy - callers <= engine.threads(),
        "%d of %d threads are busy, counted as %d",
        busy,
        engine.threads(),
        view.busy());
    int mostWithLent = mostThreads() + lentThreads(view);
    require(
        busy <= mostWithLent || busy <= lastBusy,
        "%d threads are busy, %d before; the policy wants %d",
        busy,
        lastBusy,
        mostThreads());
    lastBusy = busy;
    require(view.idle().size() == idle.size(), "%s idle of %s", view.idle(), idle);
    require(idle.containsAll(view.idle()) && idle.equals(new HashSet<>(view.idle())), "idle");
    int waiting = view.waiting().size();
    int started = view.running().size() + view.preempted().size();
    require(started <= mostStarted, "%d have started, of at most %d", started, mostStarted);
    var load = new Load(started + waiting, waiting, busy, cores);
    require(engine.engine().load().remembering(0).equals(load), "%s is not told", load);
  }

  /** Each request that was admitted waits, runs or has ended. */
  private void checkBooks(Engine.View view, List<Worker> workers) {
    require(view.waiting().size() <= queueLimit, "%d wait", view.waiting().size());
    // An arriving request finds room or is refused. Who has lost its thread to a helper of another
    // request, or to a policy of fewer threads, is not. Who brought a thread of its own may have
    // begun in the place of a request that passed no border.
    long aside = view.preempted().stream().filter(request -> request.caller == null).count();
    require(
        view.waiting().size() + aside <= queueLimit + engine.threads(),
        "%d wait and %d are aside that brought no thread, with room for %d",
        view.waiting().size(),
        aside,
        queueLimit);
    var served = new HashSet<Long>();
    for (Worker worker : workers) {
      Request<?, ?> request = worker.request();
      if (request != null) {
        served.add(request.id());
      }
    }
    view.awaiting().forEach(place -> served.add(place.request.id()));
    var listed = new HashSet<Long>();
    for (Request<?, ?> request : view.waiting()) {
      Seen seen = told.seen(request.id());
      require(listed.add(request.id()), "request %d waits twice", request.id());
      require(
          !seen.begun && !seen.hasEnded() && !served.contains(request.id()),
          "request %d waits though it ran",
          request.id());
    }
    for (Request<?, ?> request : view.running()) {
      require(listed.add(request.id()), "request %d is listed twice", request.id());
      require(served.contains(request.id()), "request %d runs, served by nobody", request.id());
    }
    for (Request<?, ?> request : view.preempted()) {
      Seen seen = told.seen(request.id());
      require(listed.add(request.id()), "request %d is aside and elsewhere", request.id());
      require(
          seen.begun
              && !told.isOver(seen)
              && !served.contains(request.id())
              && request.threads() == 0,
          "request %d is aside and served: %s %s %s %d",
          request.id(),
          seen.begun,
          seen.hasEnded(),
          served.contains(request.id()),
          request.threads());
    }
    for (Seen seen : told.open()) {
      require(listed.remove(seen.id), "request %d is lost", seen.id);
    }
    for (long ended : listed) {
      // Its last worker has yet to say so.
      require(served.contains(ended), "request %d ended and is still listed", ended);
    }
  }

  /** Within a class who came first starts first, and no class before a more important one. */
  void checkOrder(Engine.View view) {
    boolean anyOrder = reordered || policy.traits().reordersQueue();
    reordered = false;
    List<Seen> starting = new ArrayList<>();
    for (Request<?, ?> request : view.running()) {
      if (!started.contains(request.id())) {
        starting.add(told.seen(request.id()));
      }
    }
    for (int i = 0; i < starting.size(); i++) {
      Seen one = starting.get(i);
      require(started.add(one.id), "request %d starts twice", one.id);
      List<Seen> others = new ArrayList<>(starting.subList(i + 1, starting.size()));
      view.waiting().forEach(request -> others.add(told.seen(request.id())));
      for (Seen other : others) {
        int byClass = one.options.priorityClass().compareTo(other.options.priorityClass());
        require(
            byClass < 0 || (byClass == 0 && (anyOrder || one.id < other.id)),
            "request %d starts while %d waits",
            one.id,
            other.id);
      }
    }
  }

  private void checkBoosting(Engine.View view, List<Worker> workers) {
    int boosted = 0;
    for (Worker worker : workers) {
      Request<?, ?> request = worker.request();
      if (request != null && request.isBoosted()) {
        boosted++;
      }
      if (worker.isPaused()) {
        require(view.paused().contains(worker), "a worker pauses that nobody would resume");
        require(request != null && !request.isBoosted(), "a boosted thread pauses");
        require(
            worker.pauseEndsNanos() - told.latestNanos() <= BoostThrottle.LONGEST_PAUSE_NANOS,
            "too long a pause");
      }
    }
    for (Worker pausing : view.paused()) {
      Request<?, ?> request = pausing.request();
      require(
          request == null
              || request.hasChunk()
              || workers.stream().anyMatch(one -> !one.isPaused() && request.equals(one.request())),
          "a worker pauses with nothing left to do");
    }
    require(
        view.paused().isEmpty() || view.busy() - view.paused().size() >= cores,
        "a worker pauses though a core is free");
    require(view.boostedThreads() == boosted, "%d boosted: %s", boosted, view);
    require(boosted == 0 || policy.traits().boosts(), "boosted without wanting it");
    require(boosted == 0 || boosted < cores, "%d boosted threads", boosted);
    require(boosted > 0 || view.paused().isEmpty(), "paused while nobody is boosted");
    require(
        new HashSet<>(view.paused()).size() == view.paused().size()
            && view.paused().stream().allMatch(Worker::isPaused),
        "paused: %s",
        view);
  }

  private static long firstWake(Engine.View view) {
    long first = Long.MAX_VALUE;
    for (Worker worker : view.idle()) {
      first = Math.min(first, worker.wakeAtNanos());
    }
    return first;
  }

  /** For each change that time alone brings about, a thread wakes up. */
  private static void checkAlarm(Engine.View view) {
    for (Request<?, ?> request : view.waiting()) {
      require(
          view.alarmNanos() <= request.deadlineNanos(), "no alarm for request %d", request.id());
    }
    for (Request<?, ?> request : view.preempted()) {
      require(
          request.isOver() || view.alarmNanos() <= request.deadlineNanos(),
          "no alarm for request %d",
          request.id());
    }
    require(
        view.idle().isEmpty() || firstWake(view) <= view.alarmNanos(),
        "nobody wakes up for the alarm");
  }

  /** While others wait, a thread checks if a running request passes its borders. */
  private void checkMissedTurns(Engine.View view) {
    boolean isLate = faulty != null && (faulty.hasBroken() || faulty.isShort()); // It looks soon.
    if (ofSpeeds != null || isLate || view.waiting().size() + view.preempted().size() == 0) {
      return;
    }
    for (Request<?, ?> request : view.running()) {
      long missedNanos = missedTurnNanos(request);
      require(
          missedNanos <= told.latestNanos() || view.alarmNanos() <= missedNanos,
          "no alarm for the missed turn of request %d",
          request.id());
    }
  }

  /** No thread is free while a request could use it. */
  private void checkNoRequestStarves(Engine.View view) {
    if (view.busy() >= mostThreads()) {
      return;
    }
    long nowNanos = clock.nanoTime();
    // One that is about to look may yet change everything.
    if (firstWake(view) <= nowNanos) {
      return;
    }
    // What an error has kept from being done is done soon. If the clock falls back meanwhile, the
    // look is late by as much, as the end of a pause is: its moment stays where it was set, at most
    // so long after the latest moment that the engine has seen. Deadlines know no such exception.
    if (faulty != null && faulty.isShort()) {
      if (view.alarmNanos() <= told.latestNanos() + FaultReport.RETRY_NANOS) {
        return;
      }
    }
    require(view.preempted().isEmpty(), "somebody is aside while a thread is idle: %s", view);
    for (Request<?, ?> request : view.running()) {
      Seen seen = told.seen(request.id());
      // The last chunk is for whoever is there.
      boolean couldUse =
          request.isOpen()
              && !request.isOver()
              && !seen.work.saidEnough
              && seen.work.script().chunks() - request.claimed() > 1
              && request.threads() < request.decidedDegree();
      boolean mayHave = view.waiting().isEmpty() || request.threads() < request.threadLimit();
      require(!couldUse || !mayHave, "request %d wants a thread while one is idle", request.id());
    }
    if (view.waiting().isEmpty() || view.running().size() >= mostStarted) {
      return;
    }
    boolean nobodyRuns = view.running().isEmpty();
    require(!nobodyRuns || view.alarmNanos() < Long.MAX_VALUE, "all wait for nothing");
    if (policy.traits().reordersQueue() || policy.traits().isMalleable()) {
      return;
    }
    Seen next = told.seen(view.waiting().getFirst().id());
    Progress waiting =
        Progress.waiting(Math.max(nowNanos - next.arrivalNanos, 0), next.options.prediction());
    Admission admission =
        // A policy that broke in a decision is missed when the load changes.
        faulty != null && faulty.hasBroken()
            ? Admission.WAIT_FOR_CHANGE
            : policy.admit(waiting, engine.engine().load());
    switch (admission.kind()) {
      case START ->
          throw new AssertionError("request " + next.id + " may start while a thread is free");
      case WAIT_UNTIL ->
          require(
              view.alarmNanos() <= next.arrivalNanos + admission.ageNanos(),
              "no alarm for request %d",
              next.id);
      case WAIT_FOR_EXIT -> require(!nobodyRuns, "none runs that could exit");
      case WAIT_FOR_CHANGE -> require(!nobodyRuns, "none runs that could change");
    }
  }
}
