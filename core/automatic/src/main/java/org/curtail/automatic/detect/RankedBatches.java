package org.curtail.automatic.detect;

import static java.util.Objects.requireNonNull;

import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Values in batches of equal length. Each batch has ranks among all earlier ones by its mean, its
 * greatest value and its spread. While batches are exchangeable, each of these ranks is uniform and
 * independent of the earlier ones. Values within a batch may be dependent. Not thread-safe.
 */
public final class RankedBatches {
  /** Statistic by which batches are ranked. */
  enum Statistic {
    MEAN,
    GREATEST,
    SPREAD
  }

  /** Steps per bin for means and spreads. */
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
   * Creates an empty series.
   *
   * @param length values per batch, at least 1
   */
  RankedBatches(int length) {
    this.length = length;
    for (Statistic statistic : Statistic.values()) {
      ranked.put(statistic, new Ranked());
    }
  }

  /**
   * Adds a value.
   *
   * @param bin bin of a {@link LogHistogram}
   * @return true if the value completes a batch
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

  /**
   * Returns the share of all batches that are greater than the last one, which has a random place
   * among equal ones.
   */
  double share(Statistic statistic, SplittableRandom random) {
    Ranked of = of(statistic);
    return of.all.greaterShare(of.last, random);
  }

  private Ranked of(Statistic statistic) {
    return requireNonNull(ranked.get(statistic));
  }
}
