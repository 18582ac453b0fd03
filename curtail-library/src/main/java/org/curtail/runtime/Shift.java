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

  private final Dispatcher dispatcher;
  private final Request<W, R> request;
  private final Worker worker;
  private final boolean first;

  /** Serves all of the request, beside the policy; no other thread knows of it. */
  private final boolean alone;

  private Step step = Step.ENTER;
  private boolean hasJoined;
  private @Nullable W state;
  private int chunk = -1;
  private boolean last;

  Shift(Dispatcher dispatcher, Request<W, R> request, Worker worker, boolean first, boolean alone) {
    this.dispatcher = dispatcher;
    this.request = request;
    this.worker = worker;
    this.first = first;
    this.alone = alone;
  }

  Request<W, R> request() {
    return request;
  }

  /** Does the next step. Returns false once there is none. */
  boolean step() {
    try {
      step = next();
    } catch (Throwable t) {
      request.fail(t);
      step =
          switch (step) {
            case ENTER, PREPARE, CLAIM, JOIN, RUN, BORDER, LEAVE -> Step.LEAVE;
            case FINISH, ANNOUNCE -> Step.ANNOUNCE;
            case RELEASE, OVER -> Step.OVER;
          };
    }
    return step != Step.OVER;
  }

  /** Ends the shift of a caller who served the request where nobody saw. */
  void leave() {
    step = Step.LEAVE;
    while (step()) {}
  }

  @SuppressWarnings("NullAway") // The state is what the work's join returned, null if that was.
  private Step next() throws Exception {
    return switch (step) {
      case ENTER -> enter();
      case PREPARE -> request.prepare() ? Step.JOIN : Step.LEAVE;
      case CLAIM -> claim();
      case JOIN -> {
        state = request.join(worker);
        hasJoined = true;
        yield chunk >= 0 ? Step.RUN : Step.CLAIM;
      }
      case RUN -> {
        request.run(state, chunk);
        yield Step.BORDER;
      }
      case BORDER -> {
        request.pass();
        yield !alone && dispatcher.isTakenAway(request, worker) ? Step.OVER : Step.CLAIM;
      }
      case LEAVE -> {
        dispatcher.wakePaused(request);
        last = request.leave(dispatcher.nanoTime());
        yield last ? Step.FINISH : Step.RELEASE;
      }
      case FINISH -> {
        request.finish();
        yield Step.ANNOUNCE;
      }
      case ANNOUNCE -> {
        request.announce();
        yield Step.RELEASE;
      }
      case RELEASE -> {
        if (!alone) {
          dispatcher.release(request, last, worker);
        }
        yield Step.OVER;
      }
      case OVER -> Step.OVER;
    };
  }

  private Step claim() {
    chunk = request.claim();
    if (chunk < 0) {
      return Step.LEAVE;
    }
    return hasJoined ? Step.RUN : Step.JOIN;
  }

  private Step enter() {
    long nowNanos = dispatcher.nanoTime();
    worker.turnFromNanos = nowNanos;
    if (alone) {
      request.beginAlone(nowNanos);
      return Step.PREPARE;
    }
    if (first) {
      request.begin(nowNanos);
      return Step.PREPARE;
    }
    return request.enter(nowNanos) ? Step.CLAIM : Step.RELEASE;
  }
}
