package org.curtail.benchkit.openloop;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntToLongFunction;
import org.curtail.benchkit.terminal.StopSignal;
import org.jspecify.annotations.Nullable;

/**
 * Hands requests over when they are due, whatever happened to those before them.
 *
 * <p>On a machine whose cores all compute, a thread that sleeps until the next arrival wakes late
 * and takes a core away. So threads that are busy with requests look for due arrivals between their
 * chunks ({@link #poll}), and the thread in {@link #run} only serves times when all are idle. How
 * late each request was handed over is recorded; latency counts from when it was due regardless.
 *
 * <p>A thread claims one request at a time. If it loses its core while it hands that one over, as
 * it may when it wakes the thread that is to serve it, the others are handed over by other threads.
 * So two requests that are due within that time may change places.
 *
 * @param <A> what is given for a request that was handed over
 */
public final class OpenLoop<A> {
  /** So that a wish to stop is seen between two arrivals far apart. */
  private static final long LONGEST_SLEEP_NANOS = 100_000_000;

  /** Until it is looked at again whether the last ones have been handed over. */
  private static final long SHORTEST_SLEEP_NANOS = 50_000;

  /** Takes requests. */
  @FunctionalInterface
  public interface Server<A> {
    /**
     * Takes a request without waiting for its end. Called by several threads, perhaps at once.
     *
     * @param request its place in the order of arrival, from 0
     * @param poll to be called now and then by threads that are busy, so that arrivals are noticed
     *     though all cores compute
     */
    A submit(int request, Runnable poll);
  }

  private final Server<A> server;
  private final int count;
  private final IntToLongFunction dueAfterNanos;
  private final AtomicReferenceArray<A> answers;
  private final long[] latenessNanos;

  /** Requests that some thread has handed over or is about to. */
  private final AtomicInteger claimed = new AtomicInteger();

  private final AtomicInteger handedOver = new AtomicInteger();

  /** Set while this thread hands over, so that one who serves meanwhile does not begin again. */
  private final ThreadLocal<@Nullable Boolean> handingOver = new ThreadLocal<>();

  private volatile long beginNanos;

  /** When the next request is due, so that polling costs one read and one look at the clock. */
  private volatile long nextDueNanos = Long.MAX_VALUE;

  /**
   * Requests yet to be handed over.
   *
   * @param count at least 1
   * @param dueAfterNanos when each is due, from the begin; not decreasing
   */
  public OpenLoop(Server<A> server, int count, IntToLongFunction dueAfterNanos) {
    this.server = server;
    this.count = count;
    this.dueAfterNanos = dueAfterNanos;
    this.answers = new AtomicReferenceArray<>(count);
    this.latenessNanos = new long[count];
  }

  /** Hands all requests over and returns when the last one has been, or the user stopped it. */
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
    // Nobody claims one any more.
    int last = claimed.getAndSet(count);
    while (handedOver.get() < last) {
      LockSupport.parkNanos(SHORTEST_SLEEP_NANOS);
    }
  }

  /** Hands over what is due. Safe for all threads; cheap when nothing is due. */
  void poll() {
    if (System.nanoTime() < nextDueNanos || handingOver.get() != null) {
      return;
    }
    handingOver.set(true);
    try {
      while (handOverNext()) {
        // The next one may be due, too.
      }
    } finally {
      handingOver.remove();
    }
  }

  /** Returns false if none is due. */
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

  /** When a request was due, by {@code System.nanoTime}. */
  public long dueNanos(int request) {
    return beginNanos + dueAfterNanos.applyAsLong(request);
  }

  /** When a request was handed over, by {@code System.nanoTime}; at least {@link #dueNanos}. */
  public long handedOverNanos(int request) {
    return dueNanos(request) + latenessNanos(request);
  }

  /** How many requests were handed over; all unless the user stopped the work. */
  public int handedOver() {
    return handedOver.get();
  }

  /** When it began, by {@code System.nanoTime}. */
  public long beginNanos() {
    return beginNanos;
  }

  /** What was given for a request that was handed over. */
  public A answer(int request) {
    return answers.get(request);
  }

  /** How late a request was handed over. */
  public long latenessNanos(int request) {
    return latenessNanos[request];
  }
}
