package org.curtail.automatic;

import static java.util.Objects.requireNonNull;

import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Values in batches of equal length, each ranked among all batches so far by its mean, its greatest
 * value and the spread within it. As long as batches are exchangeable, each of these ranks is even
 * and independent of the earlier ones, however much the values within a batch depend on each other.
 * Not thread-safe.
 */
final class RankedBatches {
  /** What batches are ranked by. */
  enum Statistic {
    MEAN,
    GREATEST,
    SPREAD
  }

  /** Means and spreads are told apart to a part of a bin. */
  private static final int FINENESS = 4;

  /** One statistic of all batches, and of the last one. */
  private static final class Ranked {
    private final LogHistogram all = new LogHistogram();
    private int last;
  }

  private final int length;
  private final Map<Statistic, Ranked> ranked = new EnumMap<>(Statistic.class);

  private int count;
  private double sum;
  private double squares;
  private int greatest;

  /**
   * There is no batch yet.
   *
   * @param length of each, at least 1
   */
  RankedBatches(int length) {
    this.length = length;
    for (Statistic statistic : Statistic.values()) {
      ranked.put(statistic, new Ranked());
    }
  }

  /**
   * The next value.
   *
   * @param bin of a {@link LogHistogram}
   * @return whether a batch is full with it
   */
  boolean add(int bin) {
    count++;
    // Relative to the middle, so that squares stay exact.
    double value = bin - LogHistogram.BINS / 2.0;
    sum += value;
    squares += value * value;
    greatest = Math.max(greatest, bin);
    if (count < length) {
      return false;
    }
    double mean = sum / length;
    double spread = Math.sqrt(Math.max(squares / length - mean * mean, 0));
    put(Statistic.MEAN, (int) Math.round(mean * FINENESS) + LogHistogram.BINS / 2);
    put(Statistic.GREATEST, greatest);
    put(Statistic.SPREAD, (int) Math.round(spread * FINENESS));
    count = 0;
    sum = 0;
    squares = 0;
    greatest = 0;
    return true;
  }

  private void put(Statistic statistic, int place) {
    int bin = Math.clamp(place, 0, LogHistogram.BINS - 1);
    Ranked of = of(statistic);
    of.last = bin;
    of.all.add(bin, 1);
  }

  /** The share of all batches that are greater than the last, it among its equals at random. */
  double share(Statistic statistic, SplittableRandom random) {
    Ranked of = of(statistic);
    return of.all.greaterShare(of.last, random);
  }

  private Ranked of(Statistic statistic) {
    return requireNonNull(ranked.get(statistic));
  }
}
