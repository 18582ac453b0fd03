package org.curtail.automatic;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.automatic.Figures.Figure;

/**
 * What all candidates made of the blocks they were given, by level, and how they compare on those
 * that both had. The safe candidate is number 0. Not thread-safe.
 */
final class Outcomes {
  private final int candidates;

  /** {@code figures.get(level * candidates + candidate)}, by number of the block. */
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

  /** The next block of a candidate: all have theirs in the same order, from the first on. */
  void add(int level, int candidate, Figures outcome) {
    of(level, candidate).add(outcome);
  }

  private List<Figures> of(int level, int candidate) {
    return figures.get(level * candidates + candidate);
  }

  /** How many blocks a candidate has at a level. */
  int blocks(int level, int candidate) {
    return of(level, candidate).size();
  }

  /** Whether a candidate did not keep up in some block. */
  boolean isHopeless(int level, int candidate) {
    return of(level, candidate).stream().anyMatch(Figures::isHopeless);
  }

  /** Whether two made the same of all blocks that both have, at every level. */
  boolean areAlike(int candidate, int other, int levels) {
    return IntStream.range(0, levels)
        .allMatch(level -> {
          int common = Math.min(blocks(level, candidate), blocks(level, other));
          return of(level, candidate)
              .subList(0, common)
              .equals(of(level, other).subList(0, common));
        });
  }

  /** A figure of one against that of another, on the blocks that both have. */
  LogMean ratio(Figure figure, int level, int candidate, int other) {
    List<Figures> own = of(level, candidate);
    List<Figures> others = of(level, other);
    return LogMean.of(
        IntStream.range(0, Math.min(own.size(), others.size()))
            .mapToDouble(i -> difference(own.get(i).of(figure), others.get(i).of(figure)))
            .toArray());
  }

  /** Whoever does not keep up is worse than anybody, also than others who do not. */
  private static double difference(double one, double other) {
    return Double.isInfinite(one) ? one : one - other;
  }

  /** A figure against that of the safe candidate. */
  LogMean ratio(Figure figure, int level, int candidate) {
    return ratio(figure, level, candidate, 0);
  }

  /** A figure itself, of milliseconds. */
  LogMean absolute(Figure figure, int level, int candidate) {
    return LogMean.of(
        of(level, candidate).stream().mapToDouble(outcome -> outcome.of(figure)).toArray());
  }
}
