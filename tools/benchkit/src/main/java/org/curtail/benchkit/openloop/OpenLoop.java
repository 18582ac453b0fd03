package org.curtail.benchkit.openloop;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntToLongFunction;
import org.curtail.benchkit.terminal.StopSignal;
import org.jspecify.annotations.Nullable;

/**
 * Hands requests over at their planned arrivals, independent of previous requests.
 *
 * <p>On a busy machine, a thread that sleeps until the next arrival wakes late and occupies a core.
 * Busy threads therefore check for due arrivals between their chunks ({@link #poll}); the thread in
 * {@link #run} acts only while all threads are idle. The loop records the delay of each hand-over;
 * latency counts from the planned arrival.
 *
 * <p>A thread claims one request at a time. If it loses its core during the hand-over, other
 * threads hand over later requests. Two requests that are due within this time may thus change
 * places.
 *
 * @param <A> the answer to a hand-over
 */
public final class OpenLoop<A> {
  /** Longest sleep, so that the loop sees a stop between two distant arrivals. */
  private static final long LONGEST_SLEEP_NANOS = 100_000_000;

  /** Interval between checks for the last hand-overs. */
  private static final long SHORTEST_SLEEP_NANOS = 50_000;

  /** Receives requests. */
  @FunctionalInterface
  public interface Server<A> {
    /**
     * Receives a request without waiting for its end. Several threads may call this at once.
     *
     * @param request index in the order of arrival, from 0
     * @param poll check for arrivals, which busy threads call regularly
     */
    A submit(int request, Runnable poll);
  }

  private final Server<A> server;
  private final int count;
  private final IntToLongFunction dueAfterNanos;
  private final AtomicReferenceArray<A> answers;
  private final long[] latenessNanos;

  /** Number of claimed requests, including those not handed over yet. */
  private final AtomicInteger claimed = new AtomicInteger();

  private final AtomicInteger handedOver = new AtomicInteger();

  /** True while this thread hands over, so that a nested call does nothing. */
  private final ThreadLocal<@Nullable Boolean> handingOver = new ThreadLocal<>();

  private volatile long beginNanos;

  /** Next arrival, so that a poll costs one read of a field and of the clock. */
  private volatile long nextDueNanos = Long.MAX_VALUE;

  /**
   * Creates the loop.
   *
   * @param count number of requests: at least 1
   * @param dueAfterNanos planned arrival of each request since the begin; not decreasing
   */
  public OpenLoop(Server<A> server, int count, IntToLongFunction dueAfterNanos) {
    this.server = server;
    this.count = count;
    this.dueAfterNanos = dueAfterNanos;
    this.answers = new AtomicReferenceArray<>(count);
    this.latenessNanos = new long[count];
  }

  /** Hands all requests over. Returns after the last one, or when the user stops the work. */
  public void run() {
    beginNanos = System.nanoTime();
    nextDueNanos = dueNanos(0);
    for (int next = 0; next < count && !StopSignal.raised(); next = claimed.get()) {
      long leftNanos = dueNanos(next) - System.nanoTime();
      if (leftNanos > 0) {
        LockSupport.parkNanos(Math.min(leftNanos, LONGEST_SLEEP_NANOS));
      }
      poll();
    }
    // From now on, no thread claims a request.
    int last = claimed.getAndSet(count);
    while (handedOver.get() < last) {
      LockSupport.parkNanos(SHORTEST_SLEEP_NANOS);
    }
  }

  /** Hands over all due requests. Thread-safe; cheap if none is due. */
  void poll() {
    if (System.nanoTime() < nextDueNanos || handingOver.get() != null) {
      return;
    }
    handingOver.set(true);
    try {
      while (handOverNext()) {
        // The next request may be due too.
      }
    } finally {
      handingOver.remove();
    }
  }

  /** Hands over the next request; false if none is due. */
  private boolean handOverNext() {
    int request = claimed.get();
    long dueNanos = request == count ? Long.MAX_VALUE : dueNanos(request);
    long nowNanos = System.nanoTime();
    if (nowNanos < dueNanos) {
      nextDueNanos = dueNanos;
      return false;
    }
    if (claimed.compareAndSet(request, request + 1)) {
      latenessNanos[request] = nowNanos - dueNanos;
      try {
        answers.set(request, server.submit(request, this::poll));
      } finally {
        handedOver.incrementAndGet();
      }
    }
    return true;
  }

  /** Returns the planned arrival of a request, by {@code System.nanoTime}. */
  public long dueNanos(int request) {
    return beginNanos + dueAfterNanos.applyAsLong(request);
  }

  /** Returns the hand-over of a request, by {@code System.nanoTime}: at least {@link #dueNanos}. */
  public long handedOverNanos(int request) {
    return dueNanos(request) + latenessNanos(request);
  }

  /** Returns the number of requests handed over; fewer than all if the user stopped the work. */
  public int handedOver() {
    return handedOver.get();
  }

  /** Returns the begin of the loop, by {@code System.nanoTime}. */
  public long beginNanos() {
    return beginNanos;
  }

  /** Returns the server's answer to a hand-over. */
  public A answer(int request) {
    return answers.get(request);
  }

  /** Returns the delay of a request's hand-over. */
  public long latenessNanos(int request) {
    return latenessNanos[request];
  }
}
