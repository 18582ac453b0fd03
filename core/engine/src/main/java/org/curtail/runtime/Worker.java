package org.curtail.runtime;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread that serves requests: one of the pool, or a caller that serves its own. {@link #step}
 * does the next action; the rest is waiting. Between two steps the thread holds no lock, so a test
 * may interleave the steps of many workers in any order.
 */
final class Worker {
  /** The role of a worker in the request that it is given. */
  enum Duty {
    /** It is the first: begins it, and serves it. */
    BEGIN,
    /** It helps the workers that serve it. */
    HELP,
    /** It goes on with it after a preemption. */
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

  /** In the pool, from 0 on; -1 for a caller. */
  final int number;

  /** Of the cores that its thread is tied to; 0 on an engine without classes. */
  final int speedClass;

  /** Null for a caller that has not come, and for a worker that a test steps by hand. */
  private volatile @Nullable Thread thread;

  /** The request that it serves or is on its way to; guarded by the engine's lock. */
  private @Nullable Request<?, ?> served;

  private Duty duty = Duty.HELP;

  /** On an engine with classes of speed, the place at which it serves, or served last. */
  private volatile SpeedPlacing.@Nullable Place place;

  /** True while the request of this caller is preempted; guarded by the engine's lock. */
  private volatile boolean preempted;

  private volatile @Nullable Request<?, ?> assignment;
  private boolean began;
  private volatile long wakeAtNanos = Request.NEVER;
  private volatile boolean paused;
  private volatile long pausedUntilNanos;
  private volatile boolean stopping;

  /** True while the thread is raised by the operating system; its own. */
  boolean raised;

  /** Since when it computes without having paused; guarded by the lock once it serves. */
  volatile long turnFromNanos;

  // ---- Its time with one request: from its arrival there until it leaves.

  /** Null between two requests. The types are those of the work, unknown here. */
  private @Nullable Request<Object, Object> current;

  private Step step = Step.OVER;
  private Duty currentDuty = Duty.HELP;

  /** Serves all of the request, beside the policy; no other thread knows of it. */
  private boolean alone;

  /** Null on an engine without signals. */
  private @Nullable WorkerSignals signals;

  /**
   * The moment of its last border; {@link Request#NEVER} if it has passed none, or paused since.
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

  /** The current thread, for one request of its own. */
  static Worker ofCaller(Engine engine) {
    var worker = ofLateCaller(engine);
    worker.thread = Thread.currentThread();
    return worker;
  }

  /** A worker of a caller whose {@linkplain #useCurrentThread thread} comes later. */
  static Worker ofLateCaller(Engine engine) {
    return new Worker(engine, -1, 0, 0);
  }

  /** The current thread is the late caller's. */
  void useCurrentThread() {
    thread = Thread.currentThread();
  }

  boolean isPooled() {
    return number >= 0;
  }

  /**
   * Starts its thread.
   *
   * @throws IllegalStateException if the factory makes none
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

  /** Hands a request over; the worker must be idle. */
  void assign(Request<?, ?> request, Duty what, SpeedPlacing.@Nullable Place at) {
    wakeAtNanos = Request.NEVER;
    duty = what;
    place = at;
    served = request;
    assignment = request;
    // Last: see hasServed.
    preempted = false;
    wake();
  }

  /** On an engine with classes of speed, the place at which it serves, or served last. */
  SpeedPlacing.@Nullable Place place() {
    return place;
  }

  /** Serves no request any more. */
  void free() {
    served = null;
  }

  /** The request of this caller is preempted, and may go on with the caller later. */
  void preempted(long deadlineNanos) {
    preempted = true;
    wakeAt(deadlineNanos);
  }

  /** True for a caller that waits until its preempted request goes on. */
  boolean isPreempted() {
    return preempted;
  }

  @Nullable Request<?, ?> served() {
    return served;
  }

  /** Makes an idle worker ask the engine again at a moment. */
  void wakeAt(long atNanos) {
    if (atNanos < wakeAtNanos) {
      wakeAtNanos = atNanos;
      wake();
    }
  }

  /** It pauses until it is resumed, or to a moment at most. */
  void pause(long untilNanos) {
    pausedUntilNanos = untilNanos;
    paused = true;
  }

  void resume() {
    paused = false;
    wake();
  }

  @SuppressWarnings("ReferenceEquality")
  boolean isCountedFor(Request<?, ?> request) {
    return served == request;
  }

  @SuppressWarnings("ReferenceEquality")
  boolean serves(Request<?, ?> request) {
    return current == request;
  }

  /** Publishes its activity while it serves; null if it does not serve, or there are no signals. */
  @Nullable WorkerSignals signals() {
    return signals;
  }

  /** Null for a caller that has not come, and for a worker that a test steps by hand. */
  @Nullable Thread thread() {
    return thread;
  }

  // ---- For tests that step by hand.

  /** The request that it serves or is on its way to. */
  @Nullable Request<?, ?> request() {
    Request<?, ?> now = current;
    return now == null ? assignment : now;
  }

  /** True while it serves, and is not only on its way to it. */
  boolean hasBegun() {
    return current != null;
  }

  /** The moment at which it dispatches; {@link Request#NEVER} if none is set. */
  long wakeAtNanos() {
    return wakeAtNanos;
  }

  // ---- Called by anybody.

  /** The thread that calls this itself looks again before it waits. */
  void wake() {
    Thread own = thread;
    if (own != Thread.currentThread()) {
      LockSupport.unpark(own);
    }
  }

  /** Ends the thread once it is idle. */
  void stop() {
    stopping = true;
    wake();
  }

  /** True once stopped and idle. */
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
   * True for a caller that has left its request for good. Reads the assignment last: while its
   * request goes on, the caller is preempted or has work.
   */
  boolean hasServed() {
    return began && !preempted && !hasWork();
  }

  /** Serves a request alone, beside the policy, from now to its end. */
  void serveAlone(Request<?, ?> request) {
    try {
      alone = true;
      begin(request, Duty.BEGIN);
      stepAll();
    } catch (Throwable e) {
      engine.breaks(e, request);
    }
  }

  /** A caller has done outside what it was assigned. */
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

  /** True if the thread neither computes nor is about to: it waits, sleeps or has ended. */
  boolean rests() {
    Thread own = thread;
    return own != null
        && !engine.isWaitingForLock(own)
        && switch (own.getState()) {
          case WAITING, TIMED_WAITING, TERMINATED -> true;
          case NEW, RUNNABLE, BLOCKED -> false;
        };
  }

  @SuppressWarnings("unchecked") // What its work made is given to nobody but its work.
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

  /**
   * Does one thing. Returns false if there is nothing to do until something changes. Throws
   * nothing.
   */
  @SuppressWarnings("NullAway") // The state is what the work's join returned, null if that was.
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

  /** Does all steps that are left with the request that it serves. */
  private void stepAll() {
    while (current != null) {
      step();
    }
  }

  /**
   * Goes on after an exception without repeating a step, above all no chunk. An exception of its
   * work fails the request alone.
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

  /** Once no thread serves the request, the broken engine ends it. */
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
        // The worker may serve another request by now.
        step = Step.OVER;
        if (signals != null) {
          signals.over();
        }
        yield Step.OVER;
      }
      // A paused worker does its next step when it is resumed.
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

  /** The stint of a thread is there before another one may end the request. */
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

  /** A paused worker's longest pause. Returns false if it is not over. */
  private boolean endPause() {
    if (engine.nanoTime() < pauseEndsNanos()) {
      return false;
    }
    Request<?, ?> request = current;
    if (request != null) {
      // The border at which it paused may be long ago.
      request.border(engine.nanoTime());
    }
    engine.resumeAfterPause(this);
    return true;
  }

  /** A worker that pauses leaves nothing undone when its request's deadline passes. */
  long pauseEndsNanos() {
    Request<?, ?> request = current;
    long deadlineNanos = request == null ? Request.NEVER : request.deadlineNanos();
    return Math.min(pausedUntilNanos, deadlineNanos);
  }

  /** An idle worker's awaited moment. Returns false if it has not come. */
  private boolean look() {
    if (engine.nanoTime() < wakeAtNanos) {
      return false;
    }
    wakeAtNanos = Request.NEVER;
    engine.dispatchDue();
    return true;
  }

  /**
   * Serves a request that has arrived, on this thread, to its end: the queue is full, and the
   * engine set up so. Throws nothing.
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
   * A caller serves its own request, with what help there is, and waits for its end. If its thread
   * is interrupted meanwhile, the request is cancelled.
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
        // Helpers stop at their next chunk border; until then they use what the caller lent them.
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

  /** The life of a pool thread. Throws nothing. */
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
   * On a broken engine, waits until a request has ended: the thread that should end it may have had
   * no memory to do so.
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

  /** Waits until there may be something to do. Throws nothing. */
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

  /** Looks for work for a short while before the thread goes to sleep, which costs more. */
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
