package org.curtail.runtime;

import org.jspecify.annotations.Nullable;

/**
 * One thread's time with one request, in steps. Between two steps the thread holds no lock, so a
 * test may interleave the steps of many shifts as it likes. Used by one thread at a time.
 */
final class Shift<W, R> {
  private enum Step {
    ENTER,
    PREPARE,
    CLAIM,
    JOIN,
    RUN,
    BORDER,
    LEAVE,
    FINISH,
    ANNOUNCE,
    RELEASE,
    OVER
  }

  private final Engine engine;
  private final Request<W, R> request;
  private final Worker worker;
  private final Duty duty;

  /** Serves all of the request, beside the policy; no other thread knows of it. */
  private final boolean alone;

  /** Null on an engine without signals. */
  private final @Nullable ShiftSignals signals;

  private Step step = Step.ENTER;
  private boolean hasJoined;
  private @Nullable W state;
  private int chunk = -1;
  private boolean last;

  Shift(Engine engine, Request<W, R> request, Worker worker, Duty duty, boolean alone) {
    this.engine = engine;
    this.request = request;
    this.worker = worker;
    this.duty = duty;
    this.alone = alone;
    signals = ShiftSignals.of(request, worker);
  }

  /** As the constructor, for a request of whatever work. */
  static <W, R> Shift<W, R> of(Engine engine, Request<W, R> request, Worker worker, Duty duty) {
    return new Shift<>(engine, request, worker, duty, false);
  }

  Request<W, R> request() {
    return request;
  }

  @Nullable ShiftSignals signals() {
    return signals;
  }

  /** Does the next step. Returns false once there is none. Throws nothing. */
  boolean step() {
    try {
      step = next();
    } catch (Throwable t) {
      goOnAfter(t);
    }
    return step != Step.OVER;
  }

  /** Does all steps that are left. */
  void stepAll() {
    while (step()) {}
  }

  /** Ends the shift of a caller who served the request where nobody saw. */
  void leave() {
    if (signals != null) {
      signals.beginOutside(worker.thread());
    }
    step = Step.LEAVE;
    stepAll();
  }

  /** Nothing is done again, above all no chunk. What its work throws fails the request alone. */
  private void goOnAfter(Throwable t) {
    switch (step) {
      case PREPARE, CLAIM, JOIN, RUN, BORDER -> fail(t, Step.LEAVE);
      case FINISH -> fail(t, Step.ANNOUNCE);
      case ENTER, LEAVE, ANNOUNCE, RELEASE -> breakEngine(t);
      case OVER -> engine.breaks(t);
    }
  }

  private void fail(Throwable t, Step next) {
    step = next;
    try {
      request.fail(t);
    } catch (Throwable again) {
      breakEngine(again);
    }
  }

  /** Once no thread serves the request, the broken engine ends it. */
  private void breakEngine(Throwable t) {
    step = Step.OVER;
    worker.free();
    engine.breaks(t, request);
  }

  @SuppressWarnings("NullAway") // The state is what the work's join returned, null if that was.
  private Step next() throws Exception {
    return switch (step) {
      case ENTER -> enter();
      case PREPARE -> request.prepare() ? Step.JOIN : Step.LEAVE;
      case CLAIM -> claim();
      case JOIN -> {
        state = request.join(worker, chunk);
        hasJoined = true;
        yield chunk >= 0 ? Step.RUN : Step.CLAIM;
      }
      case RUN -> {
        request.run(state, chunk);
        yield Step.BORDER;
      }
      case BORDER -> border();
      case LEAVE -> {
        leaveRequest();
        yield last ? Step.FINISH : Step.RELEASE;
      }
      case FINISH -> {
        if (signals != null) {
          signals.makesResult();
        }
        request.finish();
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
          engine.release(request, last, worker);
        }
        yield Step.OVER;
      }
      case OVER -> Step.OVER;
    };
  }

  private Step border() {
    if (alone) {
      request.border(engine.nanoTime());
      return Step.CLAIM;
    }
    return switch (engine.border(request, worker)) {
      case LEAVE -> {
        // The worker may serve another request by now.
        step = Step.OVER;
        if (signals != null) {
          signals.over();
        }
        yield Step.OVER;
      }
      // A paused worker does its next step when it is resumed.
      case PAUSE -> {
        if (signals != null) {
          signals.pause();
        }
        yield Step.CLAIM;
      }
      case GO_ON -> Step.CLAIM;
    };
  }

  private void leaveRequest() {
    engine.wakePaused(request);
    long nowNanos = engine.nanoTime();
    int serving = leave(signals, nowNanos);
    last = serving == 0;
    if (!last) {
      request.tellDegree(nowNanos, serving);
      if (!alone) {
        request.tellLeft(worker, nowNanos);
      }
    }
  }

  /** The stint of a thread is there before another one may end the request. */
  private int leave(@Nullable ShiftSignals seen, long nowNanos) {
    if (seen != null) {
      if (request.leaveIfLast(nowNanos)) {
        return 0;
      }
      seen.endStint();
    }
    return request.leave(nowNanos);
  }

  private Step claim() {
    chunk = request.claim();
    if (signals != null) {
      signals.claimed(chunk);
    }
    if (chunk < 0) {
      return Step.LEAVE;
    }
    return hasJoined ? Step.RUN : Step.JOIN;
  }

  private Step enter() {
    long nowNanos = engine.nanoTime();
    worker.turnFromNanos = nowNanos;
    if (alone) {
      request.beginAlone(nowNanos);
      beginSignals();
      return Step.PREPARE;
    }
    return switch (duty) {
      case BEGIN -> {
        request.begin(nowNanos);
        request.tellPlaced(worker, nowNanos);
        beginSignals();
        yield Step.PREPARE;
      }
      case GO_ON -> {
        request.tellGoingOn(nowNanos);
        request.tellPlaced(worker, nowNanos);
        beginSignals();
        yield Step.CLAIM;
      }
      case HELP -> {
        int serving = request.enter(nowNanos);
        if (serving == 0) {
          yield Step.RELEASE;
        }
        beginSignals();
        request.tellDegree(nowNanos, serving);
        request.tellPlaced(worker, nowNanos);
        yield Step.CLAIM;
      }
    };
  }

  private void beginSignals() {
    if (signals != null) {
      signals.begin();
    }
  }
}
