package org.curtail.benchkit.openloop;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntToLongFunction;
import org.curtail.benchkit.terminal.StopSignal;
import org.jspecify.annotations.Nullable;

/**
 * Hands requests over at their planned arrivals, whatever happened to those before them.
 *
 * <p>On a machine whose cores all compute, a thread that sleeps until the next arrival wakes late
 * and takes a core away. So threads that are busy with requests look for due arrivals between their
 * chunks ({@link #poll}), and the thread in {@link #run} acts only while all are idle. The delay of
 * each hand-over is recorded; latency counts from the planned arrival regardless.
 *
 * <p>A thread claims one request at a time. If it loses its core during the hand-over, as it may
 * when it wakes the serving thread, other threads hand the others over. So two requests that are
 * due within that time may change places.
 *
 * @param <A> the answer to a hand-over
 */
public final class OpenLoop<A> {
  /** Limit of a sleep, so that a stop is seen between two distant arrivals. */
  private static final long LONGEST_SLEEP_NANOS = 100_000_000;

  /** Interval between checks for the last hand-overs. */
  private static final long SHORTEST_SLEEP_NANOS = 50_000;

  /** Receives requests. */
  @FunctionalInterface
  public interface Server<A> {
    /**
     * Receives a request without waiting for its end. Called by several threads, perhaps at once.
     *
     * @param request its place in the order of arrival, from 0
     * @param poll to be called now and then by busy threads, so that arrivals are noticed while all
     *     cores compute
     */
    A submit(int request, Runnable poll);
  }

  private final Server<A> server;
  private final int count;
  private final IntToLongFunction dueAfterNanos;
  private final AtomicReferenceArray<A> answers;
  private final long[] latenessNanos;

  /** Number of requests handed over or being handed over. */
  private final AtomicInteger claimed = new AtomicInteger();

  private final AtomicInteger handedOver = new AtomicInteger();

  /** Set while this thread hands over, so that a nested call does not begin again. */
  private final ThreadLocal<@Nullable Boolean> handingOver = new ThreadLocal<>();

  private volatile long beginNanos;

  /** Next arrival, so that polling costs one read and one look at the clock. */
  private volatile long nextDueNanos = Long.MAX_VALUE;

  /**
   * Creates the loop.
   *
   * @param count at least 1
   * @param dueAfterNanos planned arrival of each, from the begin; not decreasing
   */
  public OpenLoop(Server<A> server, int count, IntToLongFunction dueAfterNanos) {
    this.server = server;
    this.count = count;
    this.dueAfterNanos = dueAfterNanos;
    this.answers = new AtomicReferenceArray<>(count);
    this.latenessNanos = new long[count];
  }

  /** Hands all requests over; returns after the last one, or when the user stops it. */
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
    // No thread claims a request any more.
    int last = claimed.getAndSet(count);
    while (handedOver.get() < last) {
      LockSupport.parkNanos(SHORTEST_SLEEP_NANOS);
    }
  }

  /** Hands over all due requests. Thread-safe; cheap when none is due. */
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

  /** Planned arrival of a request, by {@code System.nanoTime}. */
  public long dueNanos(int request) {
    return beginNanos + dueAfterNanos.applyAsLong(request);
  }

  /** Hand-over of a request, by {@code System.nanoTime}; at least {@link #dueNanos}. */
  public long handedOverNanos(int request) {
    return dueNanos(request) + latenessNanos(request);
  }

  /** Number of requests handed over; all unless the user stopped the work. */
  public int handedOver() {
    return handedOver.get();
  }

  /** Begin of the loop, by {@code System.nanoTime}. */
  public long beginNanos() {
    return beginNanos;
  }

  /** The server's answer to a hand-over. */
  public A answer(int request) {
    return answers.get(request);
  }

  /** Delay of a request's hand-over. */
  public long latenessNanos(int request) {
    return latenessNanos[request];
  }
}
