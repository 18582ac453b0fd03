package org.curtail.runtime;

import java.util.ArrayList;
import java.util.List;
import org.curtail.Prediction;
import org.curtail.dispatch.DispatchedRequest;
import org.curtail.dispatch.Instants;
import org.curtail.signals.Stint;

/**
 * The number of threads of one request over time. This number changes when a thread begins or
 * leaves, never for a chunk. Readers do not wait. Safe for all threads.
 */
final class DegreePath {
  /** Most phases that are kept. Later phases are merged. */
  private static final int MOST_PHASES = 64;

  private final List<Timeline.Phase> phases = new ArrayList<>(2);

  // Written under this object's monitor. Before a second thread knows the request, written without
  // the monitor.
  private volatile int serving;
  private volatile long startNanos;

  /**
   * Sum of the moments of leaving minus sum of the moments of beginning, both since the start. With
   * the present moment for each serving thread, it is the attained service.
   */
  private volatile long leftMinusBegunNanos;

  /** The moment of the preemption; NEVER while a thread serves it. */
  private volatile long preemptedFromNanos = DispatchedRequest.NEVER;

  /** True if the request continues and listeners do not know it yet. */
  private boolean resumeUntold;

  private volatile int preemptions;
  private long preemptedNanos;

  private long phaseFromNanos;
  private int phaseFromChunk;
  private int peak;

  // Sums of the merged phases.
  private long mergedNanos;
  private long mergedThreadNanos;
  private int mergedChunks;

  /** Starts the request: its first thread is waking up. */
  void start(long nowNanos) {
    serving = 1;
    startNanos = nowNanos;
    phaseFromNanos = nowNanos;
  }

  /** Begins the request: its first thread is awake. The time until now was waiting. */
  void begin(long nowNanos) {
    startNanos = Math.max(nowNanos, startNanos);
    phaseFromNanos = startNanos;
    peak = 1;
  }

  /**
   * Notes that there are chunks from now on. The time before is a phase without chunks: another
   * thread could not have helped.
   */
  synchronized void opened(long nowNanos) {
    change(nowNanos, 0, 0);
  }

  /**
   * Adds a thread. Returns the new number of threads; 0 if the request has ended while the thread
   * was waking up. A preempted request continues.
   */
  synchronized int enter(long nowNanos, int claimed) {
    if (preemptedFromNanos != DispatchedRequest.NEVER) {
      resume(nowNanos);
      return serving;
    }
    if (serving == 0) {
      return 0;
    }
    change(nowNanos, claimed, 1);
    peak = Math.max(peak, serving);
    return serving;
  }

  /** Removes a thread. Returns the number of threads left; 0 ends the request. */
  synchronized int leave(long nowNanos, int claimed) {
    change(nowNanos, claimed, -1);
    return serving;
  }

  /** As {@link #leave}, but only for the last thread. Returns false if other threads are left. */
  synchronized boolean leaveIfLast(long nowNanos, int claimed) {
    if (serving > 1) {
      return false;
    }
    change(nowNanos, claimed, -1);
    return true;
  }

  /**
   * Removes a thread, but not the last one. Returns the number of threads left; 0 if the thread
   * stays.
   */
  synchronized int leaveToOthers(long nowNanos, int claimed) {
    if (serving <= 1) {
      return 0;
    }
    change(nowNanos, claimed, -1);
    return serving;
  }

  /**
   * Removes a thread. The request is preempted if this was its last thread. Returns the number of
   * threads left.
   */
  @SuppressWarnings("NonAtomicVolatileUpdate") // Written under the monitor.
  synchronized int leaveForNow(long nowNanos, int claimed) {
    change(nowNanos, claimed, -1);
    if (serving == 0) {
      preemptedFromNanos = phaseFromNanos;
      preemptions++;
    }
    return serving;
  }

  /** Continues with one thread, which is waking up. The preempted time is left out. */
  @SuppressWarnings("NonAtomicVolatileUpdate")
  synchronized void resume(long nowNanos) {
    long nanos = Math.max(nowNanos - preemptedFromNanos, 0);
    preemptedNanos += nanos;
    startNanos += nanos;
    phaseFromNanos += nanos;
    leftMinusBegunNanos -= phaseFromNanos - startNanos;
    serving = 1;
    preemptedFromNanos = DispatchedRequest.NEVER;
    resumeUntold = true;
  }

  /** True on the first call after a preempted request continues. */
  synchronized boolean takeUntold() {
    boolean untold = resumeUntold;
    resumeUntold = false;
    return untold;
  }

  int preemptions() {
    return preemptions;
  }

  /** Time since the start, without time preempted. */
  long executionNanos(long nowNanos) {
    return Math.max(Math.min(nowNanos, preemptedFromNanos) - startNanos, 0);
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // Written under the monitor, which callers hold.
  private void change(long nowNanos, int claimed, int threads) {
    long atNanos = Math.max(nowNanos, phaseFromNanos);
    long nanos = atNanos - phaseFromNanos;
    int chunks = Math.max(claimed - phaseFromChunk, 0);
    if ((nanos > 0 || chunks > 0) && !keep(nanos, chunks)) {
      mergedNanos += nanos;
      mergedThreadNanos += nanos * serving;
      mergedChunks += chunks;
    }
    phaseFromNanos = atNanos;
    phaseFromChunk += chunks;
    leftMinusBegunNanos -= threads * (atNanos - startNanos);
    serving += threads;
  }

  /** Keeps a phase. Returns false if there is no room. */
  private boolean keep(long nanos, int chunks) {
    if (phases.size() >= MOST_PHASES || mergedNanos > 0 || mergedChunks > 0) {
      return false;
    }
    return phases.add(new Timeline.Phase(serving, nanos, chunks));
  }

  /** Threads that serve the request at this moment. */
  int serving() {
    return serving;
  }

  /** The moment of the start, later by the time preempted. */
  long startNanos() {
    return startNanos;
  }

  /**
   * Returns the service time of all threads together. A thread that begins or leaves at this moment
   * may be counted wrongly; the result is always a possible one.
   *
   * @param executionNanos time since the start
   * @param maxDegree most threads that there can be
   */
  long attainedNanos(long executionNanos, int maxDegree) {
    long nanos = leftMinusBegunNanos + serving * executionNanos;
    return Math.clamp(nanos, executionNanos, Instants.times(executionNanos, maxDegree));
  }

  /**
   * Sum of the moments of leaving minus sum of the moments of beginning, both since the start.
   * Orders requests with equal numbers of threads by attained service.
   */
  long leftMinusBegunNanos() {
    return leftMinusBegunNanos;
  }

  /**
   * Returns the timeline of a request that has started and ends at this moment.
   *
   * @param claimed number of chunks
   * @param stints stints of the request's threads
   */
  synchronized Timeline timeline(
      long arrivalNanos,
      long admittedNanos,
      long endNanos,
      int claimed,
      List<Stint> stints,
      Outcome outcome,
      Prediction prediction) {
    return new Timeline(
        arrivalNanos,
        startNanos - preemptedNanos,
        endNanos,
        threadNanos(endNanos),
        peak,
        claimed,
        phases(),
        preemptions,
        preemptedNanos + endNanos - Math.min(endNanos, preemptedFromNanos),
        outcome,
        admittedNanos,
        stints,
        prediction);
  }

  /**
   * Time of all threads, if the present threads leave at this moment. The last thread stays longer,
   * to make the result.
   */
  private long threadNanos(long endNanos) {
    long lastNanos = Math.max(endNanos, phaseFromNanos);
    return serving == 0 && preemptedFromNanos == DispatchedRequest.NEVER
        ? leftMinusBegunNanos + lastNanos - phaseFromNanos
        : leftMinusBegunNanos + serving * (lastNanos - startNanos);
  }

  private List<Timeline.Phase> phases() {
    if (mergedNanos == 0 && mergedChunks == 0) {
      return List.copyOf(phases);
    }
    var all = new ArrayList<>(phases);
    double meanDegree = (double) mergedThreadNanos / Math.max(mergedNanos, 1);
    int degree = (int) Math.max(Math.round(meanDegree), 1);
    all.add(new Timeline.Phase(degree, mergedNanos, mergedChunks));
    return List.copyOf(all);
  }
}
