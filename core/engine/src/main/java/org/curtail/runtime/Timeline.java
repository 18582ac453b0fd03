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
 * @param startNanos moment at which the first worker began, at least {@code arrivalNanos}; the end
 *     of the request if it never started
 * @param endNanos moment at which the result was ready, at least {@code startNanos}
 * @param threadNanos service time of all workers together, at least the execution time. The last
 *     worker's time lasts until the result was ready
 * @param peakDegree most workers that served the request at the same time; 0 if it never started
 * @param chunks number of claimed chunks
 * @param path the numbers of serving threads over time, in order; empty if the request never
 *     started. The time in which its work began is a first phase without chunks. If there are very
 *     many phases, the last are merged into one phase of their mean degree.
 * @param preemptions number of preemptions
 * @param preemptedNanos total preempted time, at most from start to end
 * @param outcome outcome of the request
 * @param admittedNanos moment at which the request got its first thread, which then had to wake up.
 *     This moment lies between arrival and start; the end of the request if it never started
 * @param stints stints of its threads, in order of beginning. Empty without {@link Setup#signals},
 *     except for work that {@linkplain SharedWork#wantsCpuTime wants CPU time}. If there are very
 *     many stints, the last are merged into one.
 * @param prediction prediction of its demand before it ran; {@link Prediction#NONE} for none
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

  /** Returns the same timeline with another path and other stints. */
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

  /** Returns the same timeline with this prediction. */
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

  /** Time from the admission to the begin of the first thread. A part of {@link #waitNanos}. */
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
   * CPU time of all its threads. Known on an engine with {@link Setup#signals}, or for work that
   * {@linkplain SharedWork#wantsCpuTime wants it}. Unknown for virtual threads.
   */
  public OptionalLong cpuNanos() {
    long cpuNanos = 0;
    for (Stint stint : stints) {
      if (stint.cpuNanos() < 0) {
        return OptionalLong.empty();
      }
      cpuNanos += stint.cpuNanos();
    }
    // On some systems the clock of CPU time stands still.
    return cpuNanos > 0 ? OptionalLong.of(cpuNanos) : OptionalLong.empty();
  }

  /**
   * The demand to learn from: {@link #cpuNanos} if known, otherwise {@link #threadNanos}. Neither
   * grows while the request waits or is preempted. {@link #threadNanos} also grows while other
   * programs have the cores, and while a chunk waits for something.
   */
  public long demandNanos() {
    return cpuNanos().orElse(Math.max(threadNanos, 0));
  }

  /**
   * A time in which the number of serving threads did not change.
   *
   * @param degree number of serving threads, at least 1
   * @param nanos length of the phase, at least 0
   * @param chunks number of chunks claimed in the phase, at least 0
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
