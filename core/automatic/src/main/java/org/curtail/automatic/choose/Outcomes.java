package org.curtail.automatic.choose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.Percentile;
import org.curtail.automatic.choose.Outcomes.Figures.Figure;
import org.curtail.sim.SimulationResult;

/**
 * Results of all candidates on their blocks, by level, and comparisons on common blocks. The
 * baseline is number 0. Not thread-safe.
 */
public final class Outcomes {
  private final int candidates;

  /** Results {@code figures.get(level * candidates + candidate)}, by number of the block. */
  private final List<List<Figures>> figures = new ArrayList<>();

  Outcomes(int levels, int candidates) {
    this.candidates = candidates;
    for (int i = 0; i < levels * candidates; i++) {
      figures.add(new ArrayList<>());
    }
  }

  int candidates() {
    return candidates;
  }

  /** Adds the next block of a candidate. All candidates have their blocks in the same order. */
  void add(int level, int candidate, Figures outcome) {
    of(level, candidate).add(outcome);
  }

  private List<Figures> of(int level, int candidate) {
    return figures.get(level * candidates + candidate);
  }

  /** Returns the number of blocks of a candidate at a level. */
  int blocks(int level, int candidate) {
    return of(level, candidate).size();
  }

  /** Returns true if a candidate fell behind in some block. */
  boolean isHopeless(int level, int candidate) {
    return of(level, candidate).stream().anyMatch(Figures::isHopeless);
  }

  /** Returns true if two candidates have equal results on all common blocks, at every level. */
  boolean areAlike(int candidate, int other, int levels) {
    return IntStream.range(0, levels)
        .allMatch(level -> {
          int common = Math.min(blocks(level, candidate), blocks(level, other));
          return of(level, candidate)
              .subList(0, common)
              .equals(of(level, other).subList(0, common));
        });
  }

  /** Returns the ratio of a figure between two candidates on common blocks. */
  LogMean ratio(Figure figure, int level, int candidate, int other) {
    List<Figures> own = of(level, candidate);
    List<Figures> others = of(level, other);
    return LogMean.of(
        IntStream.range(0, Math.min(own.size(), others.size()))
            .mapToDouble(i -> difference(own.get(i).of(figure), others.get(i).of(figure)))
            .toArray());
  }

  /**
   * Returns the difference of two logarithms. A candidate that fell behind is worse than any other,
   * even another such one.
   */
  private static double difference(double one, double other) {
    return Double.isInfinite(one) ? one : one - other;
  }

  /** Returns the ratio of a figure to the baseline's. */
  LogMean ratio(Figure figure, int level, int candidate) {
    return ratio(figure, level, candidate, 0);
  }

  /** Returns a figure in log milliseconds. */
  LogMean absolute(Figure figure, int level, int candidate) {
    return LogMean.of(
        of(level, candidate).stream().mapToDouble(outcome -> outcome.of(figure)).toArray());
  }

  /** Results of one candidate on one block, in natural logarithms of milliseconds. */
  record Figures(double logMean, double logP95, double logTail) {
    /** Results of a candidate that fell behind. */
    static final Figures HOPELESS =
        new Figures(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

    private static final double NANOS_PER_MS = 1e6;
    private static final double P95 = 95;

    static Figures of(SimulationResult result, int warmUp, double percentile) {
      if (result.isGivenUp()) {
        return HOPELESS;
      }
      double[] ascendingMs = new double[result.requests() - warmUp];
      Arrays.setAll(ascendingMs, i -> result.latencyNanos(warmUp + i) / NANOS_PER_MS);
      Arrays.sort(ascendingMs);
      return new Figures(
          log(Arrays.stream(ascendingMs).average().orElseThrow()),
          log(Percentile.of(ascendingMs, P95)),
          log(Percentile.of(ascendingMs, percentile)));
    }

    /** Returns a finite logarithm, since a request may take less than a nanosecond. */
    private static double log(double ms) {
      return StrictMath.log(Math.max(ms, 1 / NANOS_PER_MS));
    }

    boolean isHopeless() {
      return Double.isInfinite(logMean);
    }

    double of(Figure figure) {
      return switch (figure) {
        case MEAN -> logMean;
        case P95 -> logP95;
        case TAIL -> logTail;
      };
    }

    enum Figure {
      MEAN,
      P95,
      /** The goal's percentile. */
      TAIL
    }
  }
}
