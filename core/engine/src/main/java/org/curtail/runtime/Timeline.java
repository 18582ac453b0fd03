package org.curtail.runtime;

import java.util.List;
import java.util.OptionalLong;
import org.curtail.Prediction;
import org.curtail.signals.Stint;

/**
 * The history of a finished request. Moments are readings of the engine's {@linkplain Setup#clock
 * clock}.
 *
 * @param arrivalNanos moment of the submission
 * @param startNanos moment at which its first worker began, at least {@code arrivalNanos}; if it
 *     never started, the end
 * @param endNanos moment at which its result was ready, at least {@code startNanos}
 * @param threadNanos time that all its workers together spent on it; the last one's until the
 *     result was ready, so that it is at least the execution time
 * @param peakDegree most workers that served it at the same time; 0 if it never started
 * @param chunks number of claimed chunks
 * @param path the degrees that it had while chunks were served, in order; empty if it never
 *     started. The time before there were any, while its work began, is a first phase without
 *     chunks, if it took time. Of a path of very many changes the last are merged into one phase of
 *     their mean degree.
 * @param preemptions number of preemptions
 * @param preemptedNanos time for which it was preempted, at most from start to end
 * @param outcome its end
 * @param admittedNanos moment at which it was given its first thread, which then had to wake up:
 *     between arrival and start; if it never started, the end
 * @param stints of its threads, in order of beginning; empty on an engine without {@link
 *     Setup#signals}, unless its work {@linkplain SharedWork#wantsCpuTime wants CPU time}. Of very
 *     many the last are merged into one.
 * @param prediction of its demand before it ran; {@link Prediction#NONE} if there was none
 */
public record Timeline(
    long arrivalNanos,
    long startNanos,
    long endNanos,
    long threadNanos,
    int peakDegree,
    int chunks,
    List<Phase> path,
    int preemptions,
    long preemptedNanos,
    Outcome outcome,
    long admittedNanos,
    List<Stint> stints,
    Prediction prediction) {
  /** A timeline without a prediction. */
  public Timeline(
      long arrivalNanos,
      long startNanos,
      long endNanos,
      long threadNanos,
      int peakDegree,
      int chunks,
      List<Phase> path,
      int preemptions,
      long preemptedNanos,
      Outcome outcome,
      long admittedNanos,
      List<Stint> stints) {
    this(
        arrivalNanos,
        startNanos,
        endNanos,
        threadNanos,
        peakDegree,
        chunks,
        path,
        preemptions,
        preemptedNanos,
        outcome,
        admittedNanos,
        stints,
        Prediction.NONE);
  }

  /** A timeline of an engine without signals, whose threads begin at once. */
  public Timeline(
      long arrivalNanos,
      long startNanos,
      long endNanos,
      long threadNanos,
      int peakDegree,
      int chunks,
      List<Phase> path,
      int preemptions,
      long preemptedNanos,
      Outcome outcome) {
    this(
        arrivalNanos,
        startNanos,
        endNanos,
        threadNanos,
        peakDegree,
        chunks,
        path,
        preemptions,
        preemptedNanos,
        outcome,
        startNanos,
        List.of());
  }

  /** A timeline of a request that was never preempted. */
  public Timeline(
      long arrivalNanos,
      long startNanos,
      long endNanos,
      long threadNanos,
      int peakDegree,
      int chunks,
      List<Phase> path,
      Outcome outcome) {
    this(arrivalNanos, startNanos, endNanos, threadNanos, peakDegree, chunks, path, 0, 0, outcome);
  }

  /** The same, as if it had had these degrees and been served by these threads. */
  public Timeline with(List<Phase> otherPath, List<Stint> otherStints) {
    return new Timeline(
        arrivalNanos,
        startNanos,
        endNanos,
        threadNanos,
        peakDegree,
        chunks,
        otherPath,
        preemptions,
        preemptedNanos,
        outcome,
        admittedNanos,
        otherStints,
        prediction);
  }

  /** Returns the same with this prediction. */
  public Timeline predicted(Prediction said) {
    if (said.equals(prediction)) {
      return this;
    }
    return new Timeline(
        arrivalNanos,
        startNanos,
        endNanos,
        threadNanos,
        peakDegree,
        chunks,
        path,
        preemptions,
        preemptedNanos,
        outcome,
        admittedNanos,
        stints,
        said);
  }

  /** Time from submission to the result. */
  public long responseNanos() {
    return endNanos - arrivalNanos;
  }

  /** Time from submission to the first worker's begin. */
  public long waitNanos() {
    return startNanos - arrivalNanos;
  }

  /** Of the wait, the time that its first thread took to begin once it had been given to it. */
  public long handOffNanos() {
    return startNanos - admittedNanos;
  }

  /** Time from the first worker's begin to the result, without time preempted. */
  public long executionNanos() {
    return endNanos - startNanos - preemptedNanos;
  }

  /** Degree of parallelism on average over the execution; at least 1. */
  public double meanDegree() {
    return executionNanos() == 0 ? 1 : (double) threadNanos / executionNanos();
  }

  /**
   * CPU time of all its threads, where each of them read it: on an engine with {@link
   * Setup#signals}, or for work that {@linkplain SharedWork#wantsCpuTime wants it}; not of virtual
   * threads.
   */
  public OptionalLong cpuNanos() {
    long cpuNanos = 0;
    for (Stint stint : stints) {
      if (stint.cpuNanos() < 0) {
        return OptionalLong.empty();
      }
      cpuNanos += stint.cpuNanos();
    }
    // A clock of CPU time that stands still, as some systems have it, tells nothing.
    return cpuNanos > 0 ? OptionalLong.of(cpuNanos) : OptionalLong.empty();
  }

  /**
   * The demand to learn from: {@link #cpuNanos} where it is known; else the time of its threads.
   * Neither grows while the request waits or is preempted. The second grows if other programs have
   * the cores, and if a chunk waits for something.
   */
  public long demandNanos() {
    return cpuNanos().orElse(Math.max(threadNanos, 0));
  }

  /**
   * A time in which the degree of a request did not change.
   *
   * @param degree number of threads, at least 1
   * @param nanos its length, at least 0
   * @param chunks number of chunks claimed meanwhile, at least 0
   */
  public record Phase(int degree, long nanos, int chunks) {
    public Phase {
      if (degree < 1 || nanos < 0 || chunks < 0) {
        throw new IllegalArgumentException(
            "degree must be at least 1, nanos and chunks at least 0: degree=%d, nanos=%d, chunks=%d"
                .formatted(degree, nanos, chunks));
      }
    }
  }
}
