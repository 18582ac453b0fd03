package org.curtail.runtime;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.Condition;
import org.curtail.Load;
import org.curtail.dispatch.AdmissionQueue;
import org.curtail.dispatch.Allocator;
import org.curtail.dispatch.SetAside;
import org.jspecify.annotations.Nullable;

/**
 * What the {@link Dispatcher}'s lock guards: requests, threads and who serves whom. The {@link
 * Allocator} decides; {@link EngineThreads} and the {@link Gate} are given what it decides.
 *
 * <p>If memory or stack runs out in the middle of a change, {@link #disturb} has everything made
 * anew from whom each worker serves, and somebody looks again soon.
 */
final class Distribution {
  private final Succession policies;
  private final NanoClock clock;
  private final OutsideErrors outsideErrors;
  private final Condition room;
  private final Condition emptied;
  private final Enforcing enforcing;
  private final Allocator<Request<?, ?>> allocator;
  private final EngineThreads threads;
  private final Farewells farewells = new Farewells();
  private final UnseenRequests unseen;
  private final Withdrawals withdrawals;
  private final Gate gate;
  private final SpeedPlacing speeds;
  private final Alarm alarm;

  private boolean closed;

  /** Whether nobody gets anything before somebody says so; of tests only. */
  private boolean holds;

  /** An error has kept a change from being made whole. */
  private boolean disturbed;

  /**
   * A distribution without threads.
   *
   * @param poolThreads threads of the pool
   * @param gateIsWanted whether the gate keeps cores for boosted requests, if the policy boosts
   * @param room signalled when somebody leaves the queue, or is aside no longer
   * @param emptied signalled when nobody is left after closing
   */
  Distribution(
      PolicyInForce first,
      int poolThreads,
      boolean gateIsWanted,
      NanoClock clock,
      OutsideErrors outsideErrors,
      Condition room,
      Condition emptied,
      @Nullable SpeedClasses classes) {
    policies = new Succession(first);
    this.clock = clock;
    this.outsideErrors = outsideErrors;
    this.room = room;
    this.emptied = emptied;
    gate = new Gate(first.service().cores(), gateIsWanted);
    threads = new EngineThreads(poolThreads, farewells);
    alarm = new Alarm(threads);
    unseen = new UnseenRequests(threads, farewells);
    enforcing = new Enforcing(first, policies, threads, unseen, gate, room);
    allocator = enforcing.allocator();
    speeds = new SpeedPlacing(classes, threads, allocator, clock);
    enforcing.placedBy(speeds);
    withdrawals = new Withdrawals(this, allocator, farewells, room);
  }

  // ---- Needs no lock.

  Load load() {
    return enforcing.load();
  }

  Load news() {
    return enforcing.news();
  }

  Succession policies() {
    return policies;
  }

  boolean isAlarmDue(long nowNanos) {
    return alarm.isDue(nowNanos);
  }

  Gate gate() {
    return gate;
  }

  SpeedPlacing speeds() {
    return speeds;
  }

  // ---- Everything below runs under the lock.

  Farewells farewells() {
    return farewells;
  }

  AdmissionQueue<Request<?, ?>> queue() {
    return allocator.queue();
  }

  /** How many requests have no thread: those that have not started, and those that are aside. */
  int threadless() {
    return queue().size() + aside().size();
  }

  SetAside<Request<?, ?>> aside() {
    return allocator.aside();
  }

  Collection<Request<?, ?>> running() {
    return allocator.running();
  }

  int busy() {
    return allocator.busy();
  }

  int boostedThreads() {
    return allocator.boostedThreads();
  }

  boolean isClosed() {
    return closed;
  }

  boolean isDisturbed() {
    return disturbed;
  }

  void close() {
    closed = true;
    enforcing.close();
    room.signalAll();
    dispatch();
  }

  void add(Worker worker) {
    threads.add(worker);
  }

  void arrive(Request<?, ?> request) {
    unseen.arrives(request);
    allocator.queue().add(request);
    dispatch();
  }

  /** Another policy serves from now on. Throws, for want of memory, if nothing has changed. */
  @SuppressWarnings("ReferenceEquality")
  void change(PolicyInForce next) {
    policies.prepare(next);
    try {
      allocator.change(next.policy(), next.traits(), next.service(), clock.nanoTime());
    } catch (Throwable e) {
      if (policies.present() != next) {
        throw e;
      }
      disturb(e);
    }
    dispatch();
  }

  /** A running request may want more threads than it wanted before. */
  void grow(Request<?, ?> request) {
    try {
      allocator.update(request);
    } catch (Throwable e) {
      disturb(e);
    }
    dispatch();
  }

  /** A worker, freed, is moved to where it is wanted more. */
  void move(Request<?, ?> request, Worker worker) {
    worker.free();
    threadIsBack(request, worker, false);
    dispatch();
  }

  /** At a border: whether its slice is over, and others go on in its place. */
  boolean isSetAside(Request<?, ?> request, long nowNanos) {
    enforcing.publish();
    try {
      boolean isOver = allocator.sliceIsOver(request, nowNanos);
      if (!isOver) {
        // It may miss the turn that it has now. What was to be looked at sooner still is.
        alarm.set(Math.min(alarm.nanos(), allocator.missedTurnNanos(nowNanos)));
      }
      return isOver;
    } catch (VirtualMachineError e) {
      // The policy has no memory, or stack, to say so: it goes on this time.
      return false;
    }
  }

  /** A worker leaves a request that others go on in the place of. */
  void setAside(Request<?, ?> request, Worker worker) {
    if (request.share() == 0) {
      speeds.giveUpHelp(request);
    }
    if (!worker.isPooled()) {
      worker.setAside(request.deadlineNanos());
    }
    move(request, worker);
  }

  /**
   * A worker leaves its place to another one, of the class that it is for. Returns the threads that
   * serve the request meanwhile; 0 if it was the only one.
   */
  int handOver(Request<?, ?> request, SpeedPlace place, Worker worker, long nowNanos) {
    int left = request.leaveToAnother(worker, nowNanos);
    try {
      threads.handOver(place, left > 0 ? Duty.HELP : Duty.GO_ON, worker, nowNanos);
      alarm.set(Math.min(alarm.nanos(), threads.awaitedNanos(SpeedPlacing.PATIENCE_NANOS)));
    } catch (Throwable e) {
      disturb(e);
    }
    return left;
  }

  /** A worker, freed, comes back from a request, which perhaps has ended. */
  void release(Request<?, ?> request, boolean ended, Worker worker) {
    worker.free();
    request.exited |= ended;
    threadIsBack(request, worker, ended);
    // A thread has come back, which is news to all, also where a moved one is not.
    allocator.tellAll();
    dispatch();
  }

  /** For tests: whether what happens from now on happens at one moment, and is looked at later. */
  void hold(boolean on) {
    holds = on;
  }

  /** For tests. */
  Dispatcher.View view() {
    return new Dispatcher.View(
        queue().all(),
        List.copyOf(running()),
        aside().all(),
        threads.idle(),
        gate.paused(),
        threads.awaiting(),
        busy(),
        boostedThreads(),
        alarm.nanos());
  }

  /** Whom a free thread would help first. */
  @Nullable Request<?, ?> neediest(long nowNanos) {
    return allocator.neediest(nowNanos);
  }

  boolean isEmpty() {
    return running().isEmpty() && queue().isEmpty() && aside().isEmpty();
  }

  Withdrawals withdrawals() {
    return withdrawals;
  }

  /** A worker has been freed. Throws nothing. */
  private void threadIsBack(Request<?, ?> request, Worker worker, boolean ended) {
    speeds.left(worker);
    if (ended) {
      threads.ended(request);
      allocator.exit();
    }
    try {
      if (ended) {
        speeds.giveUpHelp(request);
      }
      allocator.threadIsBack(request);
      threads.isBack(worker);
      if (ended) {
        allocator.end(request);
      } else if (request.threads() == 0 && !request.exited) {
        leftAlone(request);
      }
    } catch (Throwable e) {
      disturb(e);
    }
  }

  /** Its last thread has come back, and it has not ended by that. */
  private void leftAlone(Request<?, ?> request) {
    if (request.ticket().isDone()) {
      // It was abandoned: there is nothing to go on with, and its caller has gone.
      request.exited = true;
      threads.ended(request);
      allocator.exit();
      allocator.end(request);
      return;
    }
    allocator.setAside(request, clock.nanoTime());
    if (request.isOver()) {
      allocator.aside().hasten(request);
    }
  }

  /** Looks at everything. Throws nothing: if memory runs out, it is done again soon. */
  void dispatch() {
    if (holds) {
      return;
    }
    try {
      long nowNanos = clock.nanoTime();
      withdrawals.dropExpired(nowNanos);
      speeds.beforeDispatch(nowNanos);
      allocator.dispatch(nowNanos);
      speeds.afterDispatch(nowNanos);
      enforcing.publish();
      if (policies.anyBoosts()) {
        gate.adjust(allocator.boostedThreads(), allocator.busy());
      }
      setAlarm(nowNanos);
      if (closed && isEmpty()) {
        emptied.signalAll();
      }
      policies.present().policy().makeDo(false);
    } catch (Throwable e) {
      disturb(e);
    }
  }

  private void setAlarm(long nowNanos) {
    long nanos = Math.min(allocator.admissionNanos(), nextDeadlineNanos());
    nanos = Math.min(nanos, allocator.missedTurnNanos(nowNanos));
    alarm.set(Math.min(nanos, Math.min(unseen.lookNanos(), speeds.nextNanos())));
  }

  private long nextDeadlineNanos() {
    return Math.min(allocator.queue().nextDeadlineNanos(), allocator.aside().nextDeadlineNanos());
  }

  void disturb(Throwable e) {
    disturbed = true;
    policies.present().policy().makeDo(true);
    if (!(e instanceof VirtualMachineError)) {
      outsideErrors.met(e);
    }
    repair();
    lookAgainSoon();
  }

  /** Somebody redistributes what is left undone, if only a moment later. */
  void lookAgainSoon() {
    alarm.setSoon(nextDeadlineNanos(), clock);
  }

  /**
   * Makes anew what follows from whom each worker serves and who waits. If that throws too, the
   * next one who takes the lock repairs.
   */
  void repair() {
    try {
      threads.recount();
      allocator.repair(threads, clock.nanoTime());
      speeds.repair(running(), clock.nanoTime());
      farewells.granted(running());
      disturbed = false;
      enforcing.publish();
      gate.adjust(allocator.boostedThreads(), allocator.busy());
      threads.wakeAll();
    } catch (Throwable e) {
      disturbed = true;
    }
  }
}
