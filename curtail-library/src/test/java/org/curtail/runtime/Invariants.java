package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import org.curtail.Admission;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;
import org.curtail.signals.Stint;
import org.jspecify.annotations.Nullable;

/**
 * What must hold of an engine between any two steps, by its own books: what it was told as a
 * listener, what the works saw, and the engine's lists, which have to agree. Decides nothing and
 * shares no code with the engine.
 */
final class Invariants implements RequestListener {
  /** One request, as seen from outside. */
  static final class Seen {
    final ScriptedWork work;
    final RequestOptions options;
    long id;
    long arrivalNanos;
    long deadlineNanos;
    boolean refused;
    boolean begun;
    boolean cancelled;

    /** Run inside another: nobody has its ticket. */
    boolean inner;

    int degree;
    @Nullable Timeline timeline;
    @Nullable Ticket<Integer> ticket;

    Seen(ScriptedWork work, RequestOptions options) {
      this.work = work;
      this.options = options;
    }

    boolean hasEnded() {
      return timeline != null;
    }
  }

  private final Curtail engine;
  private Policy policy;
  private @Nullable FaultyPolicy faulty;

  /** That any policy so far has allowed a request. */
  private int mostDegree;

  /** Whether another policy has taken the place of the first. */
  private boolean swapped;

  /** Whether a policy that reorders the queue has served since the order was checked last. */
  private boolean reordered;

  /** Busy threads when they were counted last, or when a policy took the place of another. */
  private int lastBusy;

  private final int cores;
  private final int queueLimit;
  private final NanoClock clock;

  private final Map<Long, Seen> known = new LinkedHashMap<>();
  private final Map<Long, Seen> open = new LinkedHashMap<>();
  private final Deque<Seen> expected = new ArrayDeque<>();
  private final Set<Long> started = new HashSet<>();
  private final List<Seen> toBeDone = new ArrayList<>();
  private long latestNanos;

  /** All requests were cancelled, or a thread may be left in an abandoned one. */
  boolean allCancelled;

  boolean abandoned;

  /** Whether threads tell what they did. */
  boolean hasSignals;

  Invariants(
      Curtail engine, Policy policy, int cores, int queueLimit, NanoClock clock, Listening relay) {
    this.engine = engine;
    this.faulty = policy instanceof FaultyPolicy breaks ? breaks : null;
    this.policy = faulty == null ? policy : faulty.policy();
    mostDegree = this.policy.maxDegree();
    this.cores = cores;
    this.queueLimit = queueLimit;
    this.clock = clock;
    relay.to = this;
  }

  /** Passes on what an engine tells, to somebody who needs the engine first. */
  static final class Listening implements RequestListener {
    private @Nullable Invariants to;

    @Override
    public void arrived(long request, long atNanos, RequestOptions options) {
      if (to != null) {
        to.arrived(request, atNanos, options);
      }
    }

    @Override
    public void refused(long request, long atNanos) {
      if (to != null) {
        to.refused(request, atNanos);
      }
    }

    @Override
    public void started(long request, long atNanos) {
      if (to != null) {
        to.started(request, atNanos);
      }
    }

    @Override
    public void degreeChanged(long request, long atNanos, int degree) {
      if (to != null) {
        to.degreeChanged(request, atNanos, degree);
      }
    }

    @Override
    public void setAside(long request, long atNanos) {
      if (to != null) {
        to.setAside(request, atNanos);
      }
    }

    @Override
    public void ended(long request, Timeline timeline) {
      if (to != null) {
        to.ended(request, timeline);
      }
    }
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

  /** As many threads as the policy wants, of those that there are. */
  private int mostThreads() {
    return Math.min(policy.threads(cores), engine.threads());
  }

  /** The next request that arrives will be this one. */
  Seen expect(ScriptedWork work, RequestOptions options) {
    var seen = new Seen(work, options);
    expected.push(seen);
    return seen;
  }

  List<Seen> all() {
    return new ArrayList<>(known.values());
  }

  // ---- What the engine tells. A wrong is noted: the engine would take an exception for a
  // listener's.

  private final List<String> wrongs = new ArrayList<>();

  private void wrongIf(boolean wrong, String what, long request) {
    if (wrong) {
      wrongs.add("request " + request + ": " + what);
    }
  }

  private Seen seen(long request) {
    Seen seen = known.get(request);
    if (seen == null) {
      throw new IllegalStateException("request " + request + " never arrived");
    }
    return seen;
  }

  /** After it was abandoned its threads may still come and go. */
  private boolean isOver(Seen seen) {
    return seen.hasEnded() && !abandoned;
  }

  @Override
  public void arrived(long request, long atNanos, RequestOptions options) {
    Seen seen = expected.pop();
    wrongIf(known.containsKey(request), "arrived twice", request);
    wrongIf(!options.equals(seen.options), "arrived as another", request);
    try {
      // Of those that started before this one came, it is no rival.
      checkOrder(engine.dispatcher().view());
    } catch (AssertionError e) {
      wrongs.add(String.valueOf(e.getMessage()));
    }
    seen.id = request;
    seen.arrivalNanos = atNanos;
    seen.deadlineNanos =
        options.timeoutNanos() == RequestOptions.NO_TIMEOUT
            ? Long.MAX_VALUE
            : atNanos + options.timeoutNanos();
    known.put(request, seen);
    open.put(request, seen);
  }

  @Override
  public void refused(long request, long atNanos) {
    Seen seen = seen(request);
    wrongIf(seen.refused || seen.begun || seen.hasEnded(), "refused too late", request);
    seen.refused = true;
    seen.work.over = true;
    open.remove(request);
  }

  @Override
  public void started(long request, long atNanos) {
    Seen seen = seen(request);
    wrongIf(seen.begun || seen.refused || isOver(seen), "started out of order", request);
    seen.begun = true;
    seen.degree = 1;
  }

  @Override
  public void degreeChanged(long request, long atNanos, int degree) {
    Seen seen = seen(request);
    wrongIf(!seen.begun || isOver(seen), "changed out of order", request);
    wrongIf(Math.abs(degree - seen.degree) != 1, seen.degree + " became " + degree, request);
    wrongIf(degree < 1 || degree > mostDegree, "degree " + degree, request);
    seen.degree = degree;
  }

  @Override
  public void setAside(long request, long atNanos) {
    Seen seen = seen(request);
    wrongIf(!seen.begun || isOver(seen), "set aside out of order", request);
    wrongIf(seen.degree != 1, "set aside with " + seen.degree, request);
    wrongIf(!policy.traits().preemption().isUsed(), "set aside by nobody's wish", request);
    seen.degree = 0;
  }

  @Override
  public void ended(long request, Timeline timeline) {
    Seen seen = seen(request);
    wrongIf(seen.hasEnded() || seen.refused, "ended twice", request);
    seen.timeline = timeline;
    seen.work.over = !abandoned;
    open.remove(request);
    if (!seen.inner) {
      toBeDone.add(seen);
    }
  }

  // ---- What holds after each step. Plain conditions: this runs millions of times.

  @SuppressWarnings("AnnotateFormatMethod") // For one private method no dependency.
  private static void require(boolean holds, String what, Object... named) {
    if (!holds) {
      throw new AssertionError(what.formatted(named));
    }
  }

  void check(List<Worker> callers) {
    latestNanos = Math.max(latestNanos, clock.nanoTime());
    require(wrongs.isEmpty(), "%s", wrongs);
    for (Seen seen : open.values()) {
      require(seen.work.wrongs.isEmpty(), "request %d: %s", seen.id, seen.work.wrongs);
      require(seen.ticket == null || !seen.ticket.isDone(), "request %d is done early", seen.id);
    }
    if (!toBeDone.isEmpty()) {
      for (Seen seen : List.copyOf(toBeDone)) {
        // Its submitter has no ticket before submission is over.
        if (seen.ticket != null) {
          checkEnding(seen);
          toBeDone.remove(seen);
        }
      }
    }
    Dispatcher.View view = engine.dispatcher().view();
    var workers = new ArrayList<>(engine.workers());
    workers.addAll(callers);
    checkThreads(view, workers);
    checkBooks(view, workers);
    checkOrder(view);
    checkBoosting(view, workers);
    checkAlarm(view);
    checkNobodyStarves(view);
  }

  private void checkThreads(Dispatcher.View view, List<Worker> workers) {
    Map<Request<?, ?>, Integer> serving = new HashMap<>();
    var idle = new HashSet<Worker>();
    int busy = 0;
    for (Worker worker : workers) {
      Request<?, ?> request = worker.request();
      require(worker.hasWork() == (request != null), "a worker has work for nobody");
      if (request != null) {
        busy++;
        serving.merge(request, 1, Integer::sum);
      } else if (worker.isPooled()) {
        idle.add(worker);
      }
    }
    int most = mostDegree;
    int least = swapped ? 0 : 1; // Nothing is decided until the next border.
    serving.forEach((request, count) ->
        require(
            request.threads() == count
                && count <= most
                && request.degree() >= least
                && request.degree() <= policy.maxDegree(),
            "request %d of degree %d has %d threads, counted as %d; at most %d",
            request.id,
            request.degree(),
            count,
            request.threads(),
            most));
    require(
        view.busy() == busy && busy <= engine.threads(),
        "%d of %d threads are busy, counted as %d",
        busy,
        engine.threads(),
        view.busy());
    require(
        busy <= mostThreads() || (swapped && busy <= lastBusy),
        "%d threads are busy, %d before; the policy wants %d",
        busy,
        lastBusy,
        mostThreads());
    lastBusy = busy;
    require(view.idle().size() == idle.size(), "%s idle of %s", view.idle(), idle);
    require(idle.containsAll(view.idle()) && idle.equals(new HashSet<>(view.idle())), "idle");
    int waiting = view.waiting().size();
    int started = view.running().size() + view.aside().size();
    var load = new Load(started + waiting, waiting, busy, cores);
    require(engine.dispatcher().load().remembering(0).equals(load), "%s is not told", load);
  }

  /** Each request that was admitted waits, runs or has ended. */
  private void checkBooks(Dispatcher.View view, List<Worker> workers) {
    require(view.waiting().size() <= queueLimit, "%d wait", view.waiting().size());
    // Who arrives finds room or is turned away. Who has lost its thread to a helper of another
    // request, or to a policy of fewer threads, is not.
    require(
        view.waiting().size() + view.aside().size() <= queueLimit + engine.threads(),
        "%d wait and %d are aside, with room for %d",
        view.waiting().size(),
        view.aside().size(),
        queueLimit);
    var served = new HashSet<Long>();
    for (Worker worker : workers) {
      Request<?, ?> request = worker.request();
      if (request != null) {
        served.add(request.id);
      }
    }
    var listed = new HashSet<Long>();
    for (Request<?, ?> request : view.waiting()) {
      Seen seen = seen(request.id);
      require(listed.add(request.id), "request %d waits twice", request.id);
      require(
          !seen.begun && !seen.hasEnded() && !served.contains(request.id),
          "request %d waits though it ran",
          request.id);
    }
    for (Request<?, ?> request : view.running()) {
      require(listed.add(request.id), "request %d is listed twice", request.id);
      require(served.contains(request.id), "request %d runs, served by nobody", request.id);
    }
    for (Request<?, ?> request : view.aside()) {
      Seen seen = seen(request.id);
      require(listed.add(request.id), "request %d is aside and elsewhere", request.id);
      require(
          seen.begun && !isOver(seen) && !served.contains(request.id) && request.threads() == 0,
          "request %d is aside and served: %s %s %s %d",
          request.id,
          seen.begun,
          seen.hasEnded(),
          served.contains(request.id),
          request.threads());
    }
    for (Seen seen : open.values()) {
      require(listed.remove(seen.id), "request %d is lost", seen.id);
    }
    for (long ended : listed) {
      // Its last worker has yet to say so.
      require(served.contains(ended), "request %d ended and is still listed", ended);
    }
  }

  /** Within a class who came first starts first, and no class before a more important one. */
  private void checkOrder(Dispatcher.View view) {
    boolean anyOrder = reordered || policy.traits().reordersQueue();
    reordered = false;
    List<Seen> starting = new ArrayList<>();
    for (Request<?, ?> request : view.running()) {
      if (!started.contains(request.id)) {
        starting.add(seen(request.id));
      }
    }
    for (int i = 0; i < starting.size(); i++) {
      Seen one = starting.get(i);
      require(started.add(one.id), "request %d starts twice", one.id);
      List<Seen> others = new ArrayList<>(starting.subList(i + 1, starting.size()));
      view.waiting().forEach(request -> others.add(seen(request.id)));
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

  private void checkBoosting(Dispatcher.View view, List<Worker> workers) {
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
            worker.pauseEndsNanos() - latestNanos <= Gate.LONGEST_PAUSE_NANOS, "too long a pause");
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

  private static long firstWake(Dispatcher.View view) {
    long first = Long.MAX_VALUE;
    for (Worker worker : view.idle()) {
      first = Math.min(first, worker.wakeAtNanos());
    }
    return first;
  }

  /** What time alone brings about, somebody waits for. */
  private static void checkAlarm(Dispatcher.View view) {
    for (Request<?, ?> request : view.waiting()) {
      require(view.alarmNanos() <= request.deadlineNanos, "no alarm for request %d", request.id);
    }
    for (Request<?, ?> request : view.aside()) {
      require(
          request.isOver() || view.alarmNanos() <= request.deadlineNanos,
          "no alarm for request %d",
          request.id);
    }
    require(
        view.idle().isEmpty() || firstWake(view) <= view.alarmNanos(),
        "nobody wakes up for the alarm");
  }

  /** No thread is free while somebody could use it. */
  private void checkNobodyStarves(Dispatcher.View view) {
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
      if (view.alarmNanos() <= latestNanos + Dispatcher.RETRY_NANOS) {
        return;
      }
    }
    require(view.aside().isEmpty(), "somebody is aside while a thread is idle: %s", view);
    for (Request<?, ?> request : view.running()) {
      Seen seen = seen(request.id);
      // The last chunk is for whoever is there.
      boolean couldUse =
          request.isOpen()
              && !request.isOver()
              && !seen.work.saidEnough
              && seen.work.script().chunks() - request.claimed() > 1
              && request.threads() < request.degree();
      boolean mayHave = view.waiting().isEmpty() || request.threads() < request.share();
      require(!couldUse || !mayHave, "request %d wants a thread while one is idle", request.id);
    }
    if (view.waiting().isEmpty()) {
      return;
    }
    boolean nobodyRuns = view.running().isEmpty();
    require(!nobodyRuns || view.alarmNanos() < Long.MAX_VALUE, "all wait for nothing");
    if (policy.traits().reordersQueue() || policy.traits().isMalleable()) {
      return;
    }
    Seen next = seen(view.waiting().getFirst().id);
    Progress waiting =
        Progress.waiting(Math.max(nowNanos - next.arrivalNanos, 0), next.options.prediction());
    Admission admission =
        // A policy that broke in a decision is missed when the load changes.
        faulty != null && faulty.hasBroken()
            ? Admission.WAIT_FOR_CHANGE
            : policy.admit(waiting, engine.dispatcher().load());
    switch (admission) {
      case Admission.Start start ->
          throw new AssertionError("request " + next.id + " may start while a thread is free");
      case Admission.WaitUntil until ->
          require(
              view.alarmNanos() <= next.arrivalNanos + until.ageNanos(),
              "no alarm for request %d",
              next.id);
      case Admission.WaitForExit wait -> require(!nobodyRuns, "none runs that could exit");
      case Admission.WaitForChange wait -> require(!nobodyRuns, "none runs that could change");
    }
  }

  // ---- What holds of a request that has ended.

  private void checkEnding(Seen seen) {
    Ticket<Integer> ticket = seen.ticket;
    Timeline timeline = seen.timeline;
    assertThat(ticket).isNotNull();
    assertThat(timeline).isNotNull();
    if (ticket == null || timeline == null) {
      return;
    }
    String name = "request " + seen.id + ", " + timeline;
    assertThat(ticket.isDone()).as("%s is done", name).isTrue();
    assertThat(ticket.timeline()).as(name).isEqualTo(timeline);
    ScriptedWork work = seen.work;
    assertThat(work.wrongs).as(name).isEmpty();
    Object result = resultOf(ticket);
    switch (timeline.outcome()) {
      case COMPLETED -> {
        assertThat(result).as(name).isEqualTo(work.totalRuns());
        assertThat(work.thrown).as(name).isNull();
        assertThat(work.completed).as(name).isEqualTo(1);
        if (!work.saidEnough) {
          assertThat(work.ranExactly(work.script().chunks())).as(name).isTrue();
        }
      }
      case PARTIAL -> {
        assertThat(result).as(name).isEqualTo(work.totalRuns());
        assertThat(work.partials).as(name).isEqualTo(1);
        assertThat(latestNanos).as(name).isGreaterThanOrEqualTo(seen.deadlineNanos);
      }
      case EXPIRED -> {
        assertThat(result).as(name).isInstanceOf(DeadlineExceededException.class);
        assertThat(latestNanos).as(name).isGreaterThanOrEqualTo(seen.deadlineNanos);
        assertThat(work.completed).as(name).isZero();
      }
      case CANCELLED -> {
        assertThat(result).as(name).isInstanceOf(CancellationException.class);
        assertThat(seen.cancelled || allCancelled).as(name).isTrue();
        if (!abandoned) {
          assertThat(work.completed + work.partials).as(name).isZero();
        }
      }
      case FAILED -> {
        if (work.script().fault() == ScriptedWork.Fault.NEGATIVE_COUNT) {
          assertThat(result).as(name).isInstanceOf(IllegalStateException.class);
        } else {
          assertThat(work.thrown).as(name).isNotNull();
          assertThat(result).as(name).isSameAs(work.thrown);
        }
      }
    }
    checkTimeline(seen, timeline, name);
  }

  private static Object resultOf(Ticket<Integer> ticket) {
    try {
      return ticket.get();
    } catch (ExecutionException e) {
      return e.getCause() == null ? e : e.getCause();
    } catch (CancellationException e) {
      return e;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void checkTimeline(Seen seen, Timeline timeline, String name) {
    assertThat(timeline.arrivalNanos()).as(name).isEqualTo(seen.arrivalNanos);
    assertThat(timeline.startNanos()).as(name).isGreaterThanOrEqualTo(seen.arrivalNanos);
    assertThat(timeline.endNanos()).as(name).isGreaterThanOrEqualTo(timeline.startNanos());
    assertThat(timeline.peakDegree()).as(name).isBetween(0, mostDegree);
    assertThat(timeline.threadNanos()).as(name).isNotNegative();
    if (!seen.begun) {
      assertThat(timeline.peakDegree() + timeline.path().size()).as(name).isZero();
    }
    if (abandoned) {
      return;
    }
    checkStints(seen, timeline, name);
    boolean joinFailed = seen.work.script().fault() == ScriptedWork.Fault.JOIN;
    if (!joinFailed) {
      assertThat(seen.work.ranExactly(timeline.chunks())).as(name).isTrue();
    }
    assertThat(timeline.path().stream().mapToInt(Phase::chunks).sum())
        .as(name)
        .isEqualTo(timeline.chunks());
    // After the last chunk one thread makes the result; the clock may have fallen back by then.
    long servingNanos = timeline.path().stream().mapToLong(Phase::nanos).sum();
    assertThat(
            timeline.path().stream().mapToLong(phase -> phase.nanos() * phase.degree()).sum()
                + Math.max(timeline.executionNanos() - servingNanos, 0))
        .as(name)
        .isEqualTo(timeline.threadNanos());
    assertThat(timeline.meanDegree()).as(name).isGreaterThanOrEqualTo(1);
  }

  /** Whoever claimed a chunk has told so before the end; each time aside ended a stint. */
  private void checkStints(Seen seen, Timeline timeline, String name) {
    List<Stint> stints = timeline.stints();
    if (!hasSignals || !seen.begun) {
      assertThat(stints).as(name).isEmpty();
      return;
    }
    assertThat(stints.stream().mapToInt(Stint::chunks).sum())
        .as("chunks of the stints of %s", name)
        .isEqualTo(timeline.chunks());
    assertThat(stints.size())
        .as("stints of %s", name)
        .isGreaterThanOrEqualTo(timeline.peakDegree());
    assertThat(stints.size())
        .as("stints of %s", name)
        .isGreaterThanOrEqualTo(timeline.timesAside());
  }

  // ---- What holds when nothing is left to do.

  void checkQuiet(List<Worker> callers) {
    check(callers);
    assertThat(open.keySet()).as("requests that never ended").isEmpty();
    Dispatcher.View view = engine.dispatcher().view();
    assertThat(view.running()).isEmpty();
    assertThat(view.waiting()).isEmpty();
    assertThat(view.aside()).isEmpty();
    assertThat(view.paused()).isEmpty();
    assertThat(view.idle()).hasSize(engine.threads());
    assertThat(engine.dispatcher().load().remembering(0)).isEqualTo(new Load(0, 0, 0, cores));
    assertThat(engine.dispatcher().isServing()).isFalse();
    for (Seen seen : known.values()) {
      assertThat(seen.refused ^ seen.hasEnded()).as("request %d", seen.id).isTrue();
      assertThat(seen.work.wrongs).as("request %d", seen.id).isEmpty();
      assertThat(seen.ticket != null || seen.refused || seen.inner).isTrue();
    }
    assertThat(toBeDone).isEmpty();
  }
}
