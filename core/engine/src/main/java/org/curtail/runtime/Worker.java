package org.curtail.runtime;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread that serves requests. A worker is a thread of the pool, or a caller that serves its own
 * request. {@link #step} does the next action; otherwise the thread waits. Between two steps the
 * thread holds no lock. So a test may interleave the steps of many workers in any order.
 */
final class Worker {
  /** The role of a worker in a request. */
  enum Duty {
    /** Begins the request and serves it, as its first worker. */
    BEGIN,
    /** Serves the request together with its other workers. */
    HELP,
    /** Continues the request after a preemption, or in place of its only worker. */
    GO_ON
  }

  /** The next action of a worker for its request. */
  private enum Step {
    ENTER,
    PREPARE,
    CLAIM,
    JOIN,
    RUN,
    BORDER,
    LEAVE,
    MAKE_RESULT,
    ANNOUNCE,
    RELEASE,
    OVER
  }

  private final Engine engine;
  private final long spinNanos;

  /** The number in the pool, from 0; -1 for a caller. */
  final int number;

  /** The class of the cores that its thread is bound to; 0 on an engine without classes. */
  final int speedClass;

  /** Null before a late caller comes, and for a worker that a test steps by hand. */
  private volatile @Nullable Thread thread;

  /** The request that the worker serves or is waking up for; guarded by the engine's lock. */
  private @Nullable Request<?, ?> served;

  private Duty duty = Duty.HELP;

  /**
   * The present or last place of the worker, on an engine with classes of speed; otherwise null.
   */
  private volatile SpeedPlacing.@Nullable Place place;

  /** True while the request of this caller is preempted; written under the engine's lock. */
  private volatile boolean preempted;

  private volatile @Nullable Request<?, ?> assignment;
  private boolean began;
  private volatile long wakeAtNanos = Request.NEVER;
  private volatile boolean paused;
  private volatile long pausedUntilNanos;
  private volatile boolean stopping;

  /** True while the thread has a raised priority. Only this thread uses it. */
  boolean raised;

  /** The end of its last pause, or its begin; guarded by the lock while the worker serves. */
  volatile long turnFromNanos;

  // ---- The service of one request, from begin to leave.

  /** The request; null between two requests. The request's real types are unknown here. */
  private @Nullable Request<Object, Object> current;

  private Step step = Step.OVER;
  private Duty currentDuty = Duty.HELP;

  /**
   * True if the worker serves the request alone, outside the policy and unknown to other threads.
   */
  private boolean alone;

  /** Null between two requests, and if the request has no signals. */
  private @Nullable WorkerSignals signals;

  /**
   * The moment of the last border; {@link Request#NEVER} before the first one and after a pause.
   */
  private long borderNanos;

  private boolean hasJoined;
  private @Nullable Object state;
  private int chunk;
  private boolean last;

  private Worker(Engine engine, int number, long spinNanos, int speedClass) {
    this.engine = engine;
    this.number = number;
    this.spinNanos = spinNanos;
    this.speedClass = speedClass;
  }

  /** A worker of the pool, without its thread yet. */
  static Worker ofPool(Engine engine, int number, long spinNanos, int speedClass) {
    return new Worker(engine, number, spinNanos, speedClass);
  }

  /** A worker of the current thread, for one request of its own. */
  static Worker ofCaller(Engine engine) {
    var worker = ofLateCaller(engine);
    worker.thread = Thread.currentThread();
    return worker;
  }

  /** A worker of a caller whose {@linkplain #useCurrentThread thread} is not known yet. */
  static Worker ofLateCaller(Engine engine) {
    return new Worker(engine, -1, 0, 0);
  }

  /** Makes the current thread the thread of this late caller. */
  void useCurrentThread() {
    thread = Thread.currentThread();
  }

  boolean isPooled() {
    return number >= 0;
  }

  /**
   * Starts its thread.
   *
   * @throws IllegalStateException if the factory returns null
   */
  void start(ThreadFactory factory) {
    Thread started = factory.newThread(this::serve);
    if (started == null) {
      throw new IllegalStateException(
          "the thread factory " + factory.getClass().getName() + " returned no thread");
    }
    thread = started;
    started.start();
  }

  // ---- Called by the engine under its lock.

  /** Gives a request to this worker, which must be idle. */
  void assign(Request<?, ?> request, Duty what, SpeedPlacing.@Nullable Place at) {
    wakeAtNanos = Request.NEVER;
    duty = what;
    place = at;
    served = request;
    assignment = request;
    // Written last: hasServed reads it first.
    preempted = false;
    wake();
  }

  /**
   * The present or last place of the worker, on an engine with classes of speed; otherwise null.
   */
  SpeedPlacing.@Nullable Place place() {
    return place;
  }

  /** Notes that the worker serves no request. */
  void free() {
    served = null;
  }

  /** Notes that the request of this caller is preempted. The caller may continue it later. */
  void preempted(long deadlineNanos) {
    preempted = true;
    wakeAt(deadlineNanos);
  }

  /** True for a caller that waits until its preempted request continues. */
  boolean isPreempted() {
    return preempted;
  }

  @Nullable Request<?, ?> served() {
    return served;
  }

  /** Makes an idle worker call the engine at this moment. */
  void wakeAt(long atNanos) {
    if (atNanos < wakeAtNanos) {
      wakeAtNanos = atNanos;
      wake();
    }
  }

  /** Pauses the worker until it is resumed, but at most until this moment. */
  void pause(long untilNanos) {
    pausedUntilNanos = untilNanos;
    paused = true;
  }

  void resume() {
    paused = false;
    wake();
  }

  /** True if the worker is assigned to the request. */
  @SuppressWarnings("ReferenceEquality")
  boolean isCountedFor(Request<?, ?> request) {
    return served == request;
  }

  /** True if the worker has begun to serve the request. */
  @SuppressWarnings("ReferenceEquality")
  boolean serves(Request<?, ?> request) {
    return current == request;
  }

  /** The signals of the present service; null if the worker does not serve or has no signals. */
  @Nullable WorkerSignals signals() {
    return signals;
  }

  /** The thread; null before a late caller comes, and for a worker that a test steps by hand. */
  @Nullable Thread thread() {
    return thread;
  }

  // ---- For tests that step by hand.

  /** The request that the worker serves or is waking up for. */
  @Nullable Request<?, ?> request() {
    Request<?, ?> now = current;
    return now == null ? assignment : now;
  }

  /** True while the worker serves a request. False while it is waking up. */
  boolean hasBegun() {
    return current != null;
  }

  /** The moment at which the worker dispatches; {@link Request#NEVER} for none. */
  long wakeAtNanos() {
    return wakeAtNanos;
  }

  // ---- Called by any thread.

  /**
   * Wakes the thread. The worker's own thread needs no wake-up: it checks again before it waits.
   */
  @SuppressWarnings("ReferenceEquality") // A thread is one object.
  void wake() {
    Thread own = thread;
    if (own != Thread.currentThread()) {
      LockSupport.unpark(own);
    }
  }

  /** Ends the thread when it is idle. */
  void stop() {
    stopping = true;
    wake();
  }

  /** True if stopped and idle. */
  boolean hasStopped() {
    return stopping && !hasWork();
  }

  /** Waits until its thread has ended. */
  void awaitEnd() throws InterruptedException {
    Thread own = thread;
    if (own != null) {
      own.join();
    }
  }

  // ---- Called by the thread itself.

  boolean isPaused() {
    return paused;
  }

  boolean hasWork() {
    return current != null || assignment != null;
  }

  /**
   * True for a caller that has left its request finally. Reads the assignment last: until then the
   * caller is preempted or has work.
   */
  boolean hasServed() {
    return began && !preempted && !hasWork();
  }

  /** Serves a request alone, outside the policy, until its end. */
  void serveAlone(Request<?, ?> request) {
    try {
      alone = true;
      begin(request, Duty.BEGIN);
      stepAll();
    } catch (Throwable e) {
      engine.breaks(e, request);
    }
  }

  /** Leaves the request that a caller has served outside the engine. */
  void leave() {
    Request<?, ?> assigned = assignment;
    if (assigned != null) {
      try {
        begin(assigned, duty);
        assignment = null;
        if (signals != null) {
          signals.beginOutside(thread);
        }
        step = Step.LEAVE;
        stepAll();
      } catch (Throwable e) {
        current = null;
        served = null;
        engine.breaks(e, assigned);
      }
    }
  }

  /** True if the thread waits, sleeps or has ended, and does not wait for the engine's lock. */
  boolean rests() {
    Thread own = thread;
    return own != null
        && !engine.isWaitingForLock(own)
        && switch (own.getState()) {
          case WAITING, TIMED_WAITING, TERMINATED -> true;
          case NEW, RUNNABLE, BLOCKED -> false;
        };
  }

  @SuppressWarnings("unchecked") // Only the work itself gets the objects that it made.
  private Request<Object, Object> begin(Request<?, ?> request, Duty what) {
    signals = request.signals == null ? null : request.signalsOf(this);
    currentDuty = what;
    borderNanos = Request.NEVER;
    hasJoined = false;
    state = null;
    chunk = -1;
    last = false;
    step = Step.ENTER;
    current = (Request<Object, Object>) request;
    return current;
  }

  /** Does the next action. Returns false if there is none. Throws nothing. */
  @SuppressWarnings("NullAway") // The work's join may have returned null as the state.
  boolean step() {
    try {
      if (paused) {
        return endPause();
      }
      Request<Object, Object> request = current;
      if (request == null) {
        Request<?, ?> next = assignment;
        if (next == null) {
          return wakeAtNanos != Request.NEVER && look();
        }
        request = begin(next, duty);
        assignment = null;
        began = true;
      }
      step =
          switch (step) {
            case ENTER -> enter(request);
            case PREPARE -> request.prepare() ? Step.JOIN : Step.LEAVE;
            case CLAIM -> {
              chunk = request.claim();
              if (signals != null) {
                signals.claimed(chunk);
              }
              yield chunk < 0 ? Step.LEAVE : hasJoined ? Step.RUN : Step.JOIN;
            }
            case JOIN -> {
              state = request.join(this, chunk);
              hasJoined = true;
              yield chunk >= 0 ? Step.RUN : Step.CLAIM;
            }
            case RUN -> {
              request.work.run(state, chunk, request);
              yield Step.BORDER;
            }
            case BORDER -> alone ? borderAlone(request) : border(request);
            case LEAVE -> {
              leave(request);
              yield last ? Step.MAKE_RESULT : Step.RELEASE;
            }
            case MAKE_RESULT -> {
              if (signals != null) {
                signals.makesResult();
              }
              request.makeResult();
              yield Step.ANNOUNCE;
            }
            case ANNOUNCE -> {
              if (signals != null) {
                signals.endStint();
              }
              request.announce();
              yield Step.RELEASE;
            }
            case RELEASE -> {
              if (signals != null) {
                signals.over();
              }
              if (!alone) {
                engine.release(request, last, this);
              }
              yield Step.OVER;
            }
            case OVER -> Step.OVER;
          };
    } catch (Throwable t) {
      goOnAfter(t);
    }
    if (step == Step.OVER) {
      current = null;
      state = null;
      signals = null;
    }
    return true;
  }

  /** Does all remaining steps of the present request. */
  private void stepAll() {
    while (current != null) {
      step();
    }
  }

  /**
   * Continues after an exception. Repeats no step, so no chunk runs twice. An exception of the work
   * fails only the request.
   */
  private void goOnAfter(Throwable t) {
    Request<Object, Object> request = current;
    if (request == null) {
      assignment = null;
      served = null;
      engine.breaks(t);
      return;
    }
    switch (step) {
      case PREPARE, CLAIM, JOIN, RUN, BORDER -> fail(request, t, Step.LEAVE);
      case MAKE_RESULT -> fail(request, t, Step.ANNOUNCE);
      case ENTER, LEAVE, ANNOUNCE, RELEASE -> breakEngine(request, t);
      case OVER -> engine.breaks(t);
    }
  }

  private void fail(Request<?, ?> request, Throwable t, Step next) {
    step = next;
    borderNanos = Request.NEVER;
    try {
      if (paused) {
        engine.resumeAfterPause(this);
      }
      request.fail(t);
    } catch (Throwable again) {
      breakEngine(request, again);
    }
  }

  /** Breaks the engine, which ends the request when no thread serves it. */
  private void breakEngine(Request<?, ?> request, Throwable t) {
    step = Step.OVER;
    served = null;
    engine.breaks(t, request);
  }

  private Step enter(Request<?, ?> request) {
    long nowNanos = engine.nanoTime();
    turnFromNanos = nowNanos;
    if (alone) {
      request.beginAlone(nowNanos);
      if (signals != null) {
        signals.begin();
      }
      return Step.PREPARE;
    }
    int serving = 0;
    switch (currentDuty) {
      case BEGIN -> request.begin(nowNanos);
      case GO_ON -> request.tellGoingOn(nowNanos);
      case HELP -> {
        serving = request.enter(nowNanos);
        if (serving == 0) {
          return Step.RELEASE;
        }
      }
    }
    if (signals != null) {
      signals.begin();
    }
    if (serving > 0) {
      request.tellDegree(nowNanos, serving);
    }
    if (place != null) {
      request.tellPlaced(this, nowNanos);
    }
    return currentDuty == Duty.BEGIN ? Step.PREPARE : Step.CLAIM;
  }

  private Step borderAlone(Request<?, ?> request) {
    borderNanos = engine.nanoTime();
    request.border(borderNanos);
    return Step.CLAIM;
  }

  private Step border(Request<?, ?> request) {
    borderNanos = engine.nanoTime();
    return switch (engine.border(request, this, borderNanos)) {
      case TAKEN_AWAY -> {
        // The worker may serve another request already.
        step = Step.OVER;
        if (signals != null) {
          signals.over();
        }
        yield Step.OVER;
      }
      // A paused worker does this step after it is resumed.
      case PAUSE -> {
        borderNanos = Request.NEVER;
        if (signals != null) {
          signals.pause();
        }
        yield Step.CLAIM;
      }
      case CONTINUE -> Step.CLAIM;
    };
  }

  /** Leaves the request. The stint of this thread is recorded before another thread may end it. */
  private void leave(Request<?, ?> request) {
    engine.wakePaused(request);
    // Right after a border it is still that moment.
    long nowNanos = borderNanos == Request.NEVER ? engine.nanoTime() : borderNanos;
    int serving;
    if (signals == null) {
      serving = request.leave(nowNanos);
    } else if (request.leaveIfLast(nowNanos)) {
      serving = 0;
    } else {
      signals.endStint();
      serving = request.leave(nowNanos);
    }
    last = serving == 0;
    if (!last) {
      request.tellDegree(nowNanos, serving);
      if (!alone) {
        request.tellLeft(this, nowNanos);
      }
    }
  }

  /** Ends a pause that has lasted too long. Returns false if the pause is not over. */
  private boolean endPause() {
    if (engine.nanoTime() < pauseEndsNanos()) {
      return false;
    }
    Request<?, ?> request = current;
    if (request != null) {
      // The border before the pause may be long ago.
      request.border(engine.nanoTime());
    }
    engine.resumeAfterPause(this);
    return true;
  }

  /** The end of the longest pause, or the deadline of the request if that is earlier. */
  long pauseEndsNanos() {
    Request<?, ?> request = current;
    long deadlineNanos = request == null ? Request.NEVER : request.deadlineNanos();
    return Math.min(pausedUntilNanos, deadlineNanos);
  }

  /** Dispatches at the awaited moment of an idle worker. Returns false before that moment. */
  private boolean look() {
    if (engine.nanoTime() < wakeAtNanos) {
      return false;
    }
    wakeAtNanos = Request.NEVER;
    engine.dispatchDue();
    return true;
  }

  /**
   * Serves an arrived request on this thread until its end, because the queue is full. Throws
   * nothing.
   */
  static void serveAlone(Engine engine, Request<?, ?> request) {
    boolean nested = engine.isServing();
    engine.enterService();
    try {
      Worker.ofCaller(engine).serveAlone(request);
    } finally {
      if (!nested) {
        engine.leaveService();
      }
    }
  }

  /**
   * Serves the caller's own request, perhaps with helpers, and waits for its end. An interrupt of
   * this thread cancels the request.
   */
  <R> R serveOwn(Request<?, R> request) throws InterruptedException, ExecutionException {
    Ticket<R> ticket = request.ticket();
    boolean interrupted = false;
    while (current != null || assignment != null || (!ticket.isDone() && !hasServed())) {
      if (!step()) {
        await();
        if (Thread.interrupted()) {
          interrupted = true;
          engine.cancel(request);
        }
      }
    }
    while (true) {
      awaitBroken(engine, ticket);
      try {
        R result = ticket.get();
        if (!interrupted) {
          return result;
        }
      } catch (InterruptedException e) {
        // Helpers stop at their next chunk border. Until then they use objects of the caller.
        interrupted = true;
        engine.cancel(request);
        continue;
      } catch (ExecutionException | RuntimeException e) {
        if (!interrupted) {
          throw e;
        }
      }
      throw new InterruptedException("interrupted while the request waited or ran");
    }
  }

  /** Runs a pool thread until it is stopped. Throws nothing. */
  private void serve() {
    try {
      engine.enterService();
      engine.bindThread(speedClass);
      if (spinNanos == 0) {
        engine.idleThreadsSleep();
      }
      while (!hasStopped()) {
        if (!step()) {
          await();
        }
        if (current == null || paused) {
          // An interrupt of one request must not reach the next one.
          Thread.interrupted();
        }
      }
    } catch (Throwable e) {
      engine.breaks(e);
    }
    while (engine.brokenBy() != null && !engine.runHeld()) {
      LockSupport.parkNanos(FaultReport.RETRY_NANOS);
    }
  }

  /**
   * On a broken engine, waits until a request has ended. The thread that should end it may be short
   * of memory.
   */
  static void awaitBroken(Engine engine, Ticket<?> ticket) {
    while (engine.brokenBy() != null
        && !ticket.isDone()
        && !Thread.currentThread().isInterrupted()) {
      if (!engine.endBroken() || !ticket.isDone()) {
        LockSupport.parkNanos(FaultReport.RETRY_NANOS);
      }
    }
  }

  /** Waits until there may be work. Throws nothing. */
  void await() {
    try {
      rest();
    } catch (Throwable e) {
      engine.breaks(e);
    }
  }

  private void rest() {
    if (paused) {
      long leftNanos = pauseEndsNanos() - engine.nanoTime();
      if (leftNanos > 0) {
        LockSupport.parkNanos(this, leftNanos);
      }
      return;
    }
    if (spinNanos > 0 && spun()) {
      return;
    }
    if (assignment != null || stopping) {
      return;
    }
    long leftNanos = wakeAtNanos == Request.NEVER ? 0 : wakeAtNanos - engine.nanoTime();
    if (wakeAtNanos == Request.NEVER) {
      LockSupport.park(this);
    } else if (leftNanos > 0) {
      LockSupport.parkNanos(this, leftNanos);
    }
  }

  /** Spins for a short while before the thread sleeps. Returns true if there is work. */
  private boolean spun() {
    long untilNanos = System.nanoTime() + spinNanos;
    do {
      if (assignment != null || stopping) {
        return true;
      }
      Thread.onSpinWait();
    } while (System.nanoTime() < untilNanos);
    return false;
  }
}
