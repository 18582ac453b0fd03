package org.curtail.runtime;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import org.curtail.Policy;
import org.curtail.policy.TailIndex;
import org.curtail.signals.Signals;
import org.curtail.signals.ThreadReading;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;
import org.jspecify.annotations.Nullable;

/**
 * An engine without threads: a test moves the clock, submits, and steps its workers one at a time.
 * After everything that it does the {@link Invariants} are checked. Remembers what it did.
 */
final class SteppedEngine {
  private static final int MOST_STEPS_TO_REST = 200_000;

  /**
   * The parts of an engine.
   *
   * @param mostStarted most started requests. With a limit, callers make reservations, limit their
   *     threads, and come when they are granted. 0 for no limit, and callers that wait
   */
  record Parts(
      Policy policy,
      int cores,
      int queueLimit,
      Overload overload,
      @Nullable Boosting boosting,
      int threads,
      int mostStarted) {
    Parts(
        Policy policy, int cores, int queueLimit, Overload overload, @Nullable Boosting boosting) {
      this(policy, cores, queueLimit, overload, boosting, 0, 0);
    }
  }

  final ManualClock clock = new ManualClock();
  final Curtail engine;
  final Invariants invariants;
  private final Parts parts;
  private Policy policy;
  private @Nullable SpeedPolicy speedPolicy;
  private final List<Request<?, Integer>> callers = new ArrayList<>();
  private final Set<Worker> stuck = new HashSet<>();
  private final StringBuilder schedule = new StringBuilder();
  private ScriptedWork.Chunk during = (chunk, checkpoint) -> {};
  private Object stepping = this;
  private boolean closed;
  private boolean checks = true;
  private @Nullable Error broken;

  SteppedEngine(Parts parts, RequestListener... more) {
    this(parts, Curtail.with(parts.policy).cores(parts.cores), null, more);
  }

  /** With classes of speed, and one thread for each request or as many as the policy says. */
  SteppedEngine(Parts parts, SpeedMachine machine, SpeedPolicy speeds, boolean oneEach) {
    this(
        parts,
        oneEach ? Curtail.with(machine, speeds) : Curtail.with(parts.policy, machine, speeds),
        new SpeedInvariants(machine, speeds, oneEach));
    speedPolicy = speeds;
  }

  private SteppedEngine(
      Parts parts, Setup setup, @Nullable SpeedInvariants ofSpeeds, RequestListener... more) {
    this.parts = parts;
    policy = parts.policy;
    var relay = new Relay();
    setup
        .clock(clock)
        .queueLimit(parts.queueLimit)
        .whenFull(parts.overload)
        .boosting(
            parts.boosting == null ? Boosting.by(new StrictBoost(() -> stepping)) : parts.boosting)
        .listener(relay);
    if (parts.threads > 0) {
      setup.threads(parts.threads);
    }
    if (parts.mostStarted > 0) {
      setup.mostStarted(parts.mostStarted);
    }
    if (hasSignals()) {
      setup.signals(Signals.of(() -> ThreadReading.ofWall(clock.nanoTime()), List.of()));
    }
    for (RequestListener listener : more) {
      setup.listener(listener);
    }
    engine = setup.startWithoutThreads();
    int queueLimit = Math.max(parts.queueLimit, parts.overload == Overload.WAIT ? 1 : 0);
    invariants = new Invariants(engine, parts.policy, parts.cores, queueLimit, clock, relay);
    invariants.hasSignals = hasSignals();
    invariants.mostStarted(parts.mostStarted);
    invariants.ofSpeeds(ofSpeeds);
  }

  /** Engines with signals and without take turns. */
  private boolean hasSignals() {
    return parts.cores % 2 == 0;
  }

  /** Sets further actions inside all chunks, besides their scripts. */
  void duringChunks(ScriptedWork.Chunk body) {
    during = body;
  }

  /** The actions so far, for a check that has failed. */
  String schedule() {
    return parts + (speedPolicy == null ? "" : " " + speedPolicy) + ":" + schedule;
  }

  private void note(String what) {
    schedule.append(' ').append(what);
  }

  /** Turns off checks at every step, for a repetition of checked steps. */
  void checks(boolean all) {
    checks = all;
    check();
  }

  private void check() {
    if (!checks) {
      return;
    }
    invariants.check(callers.stream().map(SteppedEngine::caller).toList());
  }

  private ScriptedWork work(ScriptedWork.Script script) {
    return new ScriptedWork(script, () -> stepping, (chunk, point) -> during.runs(chunk, point));
  }

  /** True if a submitter would have to wait for room, for which there is no thread here. */
  boolean wouldBlock() {
    return parts.overload == Overload.WAIT
        && !closed
        && withoutThread() >= Math.max(parts.queueLimit, 1);
  }

  private int withoutThread() {
    Engine.View view = engine.engine().view();
    return view.waiting().size() + view.preempted().size();
  }

  Invariants.Seen submit(ScriptedWork.Script script, RequestOptions options) {
    note("submit(%s,%s)".formatted(script, options));
    stepping = new Object();
    Invariants.Seen seen = submitInside(script, options);
    check();
    return seen;
  }

  /** From inside a chunk, after which everything is checked anyway. */
  Invariants.Seen submitInside(ScriptedWork.Script script, RequestOptions options) {
    Invariants.Seen seen = invariants.expect(work(script), options);
    // Nobody could wake this thread: an interrupted one is refused where it would have to wait.
    Thread.currentThread().interrupt();
    try {
      seen.ticket = engine.submit(seen.work, options);
    } catch (RejectedExecutionException e) {
      assertThat(seen.refused).as("refused").isTrue();
    } finally {
      Thread.interrupted();
    }
    return seen;
  }

  /** A caller that will serve its own request. */
  Invariants.Seen run(ScriptedWork.Script script, RequestOptions options) {
    if (speedPolicy != null) { // Its caller would wait for threads of the pool.
      return submit(script, options);
    }
    RequestOptions said =
        parts.mostStarted == 0 ? options : options.atMostThreads(1 + script.chunks() % 4);
    note("run(%s,%s)".formatted(script, said));
    stepping = new Object();
    Invariants.Seen seen = invariants.expect(work(script), said);
    engine.engine().enterService();
    Thread.currentThread().interrupt(); // As in submitInside.
    try {
      Request<?, Integer> own =
          parts.mostStarted > 0 ? LateCaller.of(engine, seen.work, said) : arrive(seen.work, said);
      seen.ticket = own.ticket();
      callers.add(own);
    } catch (RejectedExecutionException e) {
      assertThat(seen.refused).as("refused").isTrue();
    } finally {
      Thread.interrupted();
      engine.engine().leaveService();
    }
    check();
    return seen;
  }

  /** Begins {@link Curtail#run}; after that, the test steps the caller's worker. */
  private Request<?, Integer> arrive(ScriptedWork work, RequestOptions options) {
    Worker caller = Worker.ofCaller(engine.engine());
    Request<?, Integer> request = engine.engine().request(work, options, caller);
    caller.wakeAt(request.deadlineNanos());
    if (!engine.engine().accept(request, true)) {
      Worker.serveAlone(engine.engine(), request);
    }
    return request;
  }

  private static Worker caller(Request<?, ?> own) {
    return requireNonNull(own.caller);
  }

  /** From inside a chunk. */
  void runInside(ScriptedWork.Script script, RequestOptions options) throws InterruptedException {
    Invariants.Seen seen = invariants.expect(work(script), options);
    seen.inner = true;
    try {
      int ran = engine.run(seen.work, options);
      assertThat(ran).isEqualTo(script.chunks());
    } catch (ExecutionException e) {
      assertThat(e.getCause()).isSameAs(seen.work.thrown);
    }
  }

  /** Workers to step: those of the pool, and callers without their result yet. */
  List<Worker> workers() {
    callers.removeIf(own -> {
      boolean waits = !own.ticket().isDone() && !caller(own).hasServed();
      return !caller(own).hasWork() && !waits;
    });
    var all = new ArrayList<>(engine.workers());
    callers.forEach(own -> all.add(caller(own)));
    all.removeAll(stuck);
    return all;
  }

  /** Returns false if the worker had nothing to do. */
  boolean step(Worker worker) {
    stepping = worker;
    Request<?, ?> before = worker.hasBegun() ? worker.request() : null;
    int threadsBefore = before == null ? 0 : before.threads();
    engine.engine().enterService();
    boolean stepped;
    try {
      stepped = worker.step();
    } finally {
      engine.engine().leaveService();
    }
    if (stepped) {
      int number = engine.workers().indexOf(worker);
      Request<?, ?> request = worker.request();
      schedule.append(number < 0 ? " caller" : " w").append(number < 0 ? "" : number);
      if (request != null) {
        schedule.append('(').append(request.id()).append(')');
      }
      // Only reasonable policies are of the same mind when a thread is free.
      if (broken == null
          && speedPolicy == null
          && policy instanceof TailIndex
          && before != null
          && !worker.hasBegun()
          && before.hasChunk()
          && !before.isOver()) {
        assertThat(before.threads())
            .as("threads of request %d, which loses one", before.id())
            .isLessThan(threadsBefore);
      }
      check();
    }
    return stepped;
  }

  /** Its thread is stuck where it is, if it has begun with a request. */
  void stick(Worker worker) {
    if (worker.hasBegun()) {
      note("stick " + engine.workers().indexOf(worker));
      stuck.add(worker);
    }
  }

  void unstick() {
    note("unstick");
    stuck.clear();
  }

  /** Memory runs out in the engine's own code; from then on nothing but the tickets counts. */
  void breakDown(Error error) {
    note("break");
    checks = false;
    broken = error;
    stepping = new Object();
    engine.engine().breaks(error);
  }

  void advanceMillis(double millis) {
    note(Math.round(millis * 10) / 10.0 + "ms");
    clock.advanceMillis(millis);
  }

  /** Another policy of speeds takes the place of the one that serves. */
  void swap(SpeedPolicy next) {
    note("swap(%s)".formatted(next));
    stepping = new Object();
    speedPolicy = next;
    invariants.ofSpeeds().servedBy(next);
    engine.speedPolicy(next);
    check();
  }

  /** Another policy takes the place of the one that serves. */
  void swap(Policy next) {
    stepping = new Object();
    swapInside(next);
    check();
  }

  /** From inside a chunk, after which everything is checked anyway. */
  void swapInside(Policy next) {
    note("swap(%s)".formatted(next));
    policy = next;
    invariants.servedBy(next, engine.threadsBusy());
    engine.policy(next);
    assertThat(engine.policy()).isSameAs(next);
  }

  void cancel(Invariants.Seen seen) {
    if (seen.ticket != null) {
      note("cancel " + seen.id);
      stepping = new Object();
      boolean hadEnded = seen.hasEnded();
      boolean waited =
          engine.engine().view().waiting().stream().anyMatch(one -> one.id() == seen.id);
      boolean accepted = seen.ticket.cancel();
      assertThat(accepted && hadEnded).as("cancelled after the end").isFalse();
      seen.cancelled |= accepted;
      assertThat(waited && !seen.hasEnded()).as("it waits on after cancelling").isFalse();
      check();
    }
  }

  void refuse() {
    note("refuse");
    closed = true;
    engine.engine().refuse();
    check();
  }

  void cancelAll() {
    note("cancel all");
    invariants.allCancelled = true;
    stepping = new Object();
    engine.engine().cancelAll();
    check();
  }

  /** All tickets are done when the engine is closed, even if threads are stuck. */
  void closeAtOnce() {
    note("close");
    closed = true;
    invariants.allCancelled = true;
    invariants.abandoned = true;
    stepping = new Object();
    engine.close(Duration.ZERO);
    check();
    for (Invariants.Seen seen : invariants.all()) {
      assertThat(seen.hasEnded() || seen.refused).as("request %d after closing", seen.id).isTrue();
    }
  }

  /** Steps all workers that are not stuck, and lets time pass, until nothing happens any more. */
  void settle() {
    note("settle");
    for (int steps = 0; ; steps++) {
      if (steps > MOST_STEPS_TO_REST) {
        throw new AssertionError("it never comes to rest");
      }
      boolean moved = false;
      for (Worker worker : workers()) {
        moved |= step(worker);
      }
      if (!moved) {
        long nextNanos = nextNanos();
        if (nextNanos == Long.MAX_VALUE) {
          break;
        }
        clock.moveTo(Math.max(nextNanos, clock.nanoTime()));
      }
    }
    for (Worker worker : workers()) {
      assertThat(worker.hasWork()).as("a worker that is not stuck has work").isFalse();
    }
    if (stuck.isEmpty()) {
      return;
    }
    StuckInvariants.check(engine.engine().view(), stuck, clock.nanoTime());
  }

  private long nextNanos() {
    long nextNanos = Long.MAX_VALUE;
    for (Worker worker : workers()) {
      nextNanos =
          Math.min(nextNanos, worker.isPaused() ? worker.pauseEndsNanos() : worker.wakeAtNanos());
    }
    return nextNanos;
  }

  /** Comes to rest with nothing stuck; then nothing may be left. */
  void finish() {
    unstick();
    settle();
    if (broken != null) {
      finishBroken(broken);
      return;
    }
    assertThat(workers()).hasSize(engine.threads());
    invariants.checkQuiet(List.of());
  }

  private void finishBroken(Error error) {
    for (Invariants.Seen seen : invariants.all()) {
      assertThat(seen.hasEnded() || seen.refused).as("request %d has ended", seen.id).isTrue();
    }
    assertThat(engine.workers()).allMatch(Worker::hasStopped);
    assertThat(engine.threadsBusy()).isZero();
    assertThat(engine.brokenBy()).containsSame(error);
    engine.close();
  }
}
