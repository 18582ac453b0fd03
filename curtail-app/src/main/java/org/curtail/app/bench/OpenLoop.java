package org.curtail.app.bench;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.curtail.app.terminal.StopSignal;

/**
 * Hands requests over when they are due, whatever happened to those before them.
 *
 * <p>On a machine whose cores all compute, a thread that sleeps until the next arrival wakes late
 * and takes a core away. So threads that are busy with requests look for due arrivals between their
 * chunks ({@link #poll}), and the thread in {@link #run} only serves times when all are idle. How
 * late each request was handed over is recorded; latency counts from when it was due regardless.
 */
final class OpenLoop {
  /** So that a wish to stop is seen between two arrivals far apart. */
  private static final long LONGEST_SLEEP_NANOS = 100_000_000;

  private final Contender contender;
  private final Arrivals arrivals;
  private final double requestsPerSecond;
  private final Contender.Answer[] answers;
  private final long[] latenessNanos;
  private final AtomicBoolean handingOver = new AtomicBoolean();

  private volatile long beginNanos;

  /** Requests handed over so far; written by whoever holds {@link #handingOver}. */
  private volatile int handedOver;

  /** True once {@link #run} has returned or is about to: nothing more is handed over. */
  private volatile boolean stopped;

  /** When the next request is due, so that polling costs one read and one look at the clock. */
  private volatile long nextDueNanos;

  OpenLoop(Contender contender, Arrivals arrivals, double requestsPerSecond) {
    this.contender = contender;
    this.arrivals = arrivals;
    this.requestsPerSecond = requestsPerSecond;
    this.answers = new Contender.Answer[arrivals.count()];
    this.latenessNanos = new long[arrivals.count()];
  }

  /** Hands all requests over and returns when the last one has been, or the user stopped it. */
  void run() {
    beginNanos = System.nanoTime();
    nextDueNanos = dueNanos(0);
    while (handedOver < arrivals.count() && !StopSignal.raised()) {
      long leftNanos = nextDueNanos - System.nanoTime();
      if (leftNanos > 0) {
        LockSupport.parkNanos(Math.min(leftNanos, LONGEST_SLEEP_NANOS));
      }
      poll();
      Thread.onSpinWait();
    }
    stopped = true;
    while (handingOver.get()) {
      Thread.onSpinWait();
    }
  }

  /** Hands over what is due. Safe for all threads; cheap when nothing is due. */
  void poll() {
    if (stopped
        || handedOver == arrivals.count()
        || System.nanoTime() < nextDueNanos
        || !handingOver.compareAndSet(false, true)) {
      return;
    }
    try {
      int request = handedOver;
      while (request < arrivals.count()) {
        long dueNanos = dueNanos(request);
        long nowNanos = System.nanoTime();
        if (nowNanos < dueNanos) {
          nextDueNanos = dueNanos;
          break;
        }
        latenessNanos[request] = nowNanos - dueNanos;
        answers[request] = contender.submit(arrivals.query(request), this::poll);
        request++;
        handedOver = request;
      }
    } finally {
      handingOver.set(false);
    }
  }

  /** When a request was due, by {@code System.nanoTime}. */
  long dueNanos(int request) {
    return beginNanos + arrivals.dueNanos(request, requestsPerSecond);
  }

  /** How many requests were handed over; all unless the user stopped the work. */
  int handedOver() {
    return handedOver;
  }

  long beginNanos() {
    return beginNanos;
  }

  Contender.Answer answer(int request) {
    return answers[request];
  }

  long latenessNanos(int request) {
    return latenessNanos[request];
  }
}
