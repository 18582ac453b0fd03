package org.curtail.automatic.detect;

/**
 * Length of batches of consecutive values with nearly independent means: 1 for independent values,
 * more if similar values follow each other (method of batch means; Law, Simulation Modeling and
 * Analysis, chapter 9). Not thread-safe.
 *
 * <p>For lengths of 1, 2, 4 and so on, up to {@value #MOST}, von Neumann's ratio measures how much
 * a batch mean depends on the one before. The chosen length is twice the longest length that shows
 * a significant dependence.
 */
public final class BatchLength {
  static final int MOST = 512;

  private static final int LEVELS = Integer.numberOfTrailingZeros(MOST) + 1;

  /** Fewest batches that can show a dependence. */
  private static final int LEAST_BATCHES = 16;

  /** Significance limit, in standard deviations of the correlation of independent values. */
  private static final double NO_CHANCE = 3.5;

  /** Correlations below this are ignored. */
  private static final double LEAST_CORRELATION = 0.1;

  private static final int SAFETY = 2;

  private static final class Level {
    private double half;
    private boolean hasHalf;
    private long batches;
    private double mean;
    private double squares;
    private double last;
    private double squaredSteps;

    private void add(double value) {
      if (batches > 0) {
        squaredSteps += (value - last) * (value - last);
      }
      last = value;
      batches++;
      double off = value - mean;
      mean += off / batches;
      squares += off * (value - mean);
    }

    private boolean isDependent() {
      if (batches < LEAST_BATCHES || squares <= 0) {
        return false;
      }
      double correlation = 1 - squaredSteps / squares / 2;
      return correlation > Math.max(NO_CHANCE / Math.sqrt((double) batches), LEAST_CORRELATION);
    }
  }

  private final Level[] levels = new Level[LEVELS];

  public BatchLength() {
    for (int i = 0; i < LEVELS; i++) {
      levels[i] = new Level();
    }
  }

  /** Adds a value. Use its logarithm if large values would hide all others. */
  public void add(double value) {
    double batch = value;
    for (Level level : levels) {
      level.add(batch);
      level.hasHalf = !level.hasHalf;
      if (level.hasHalf) {
        level.half = batch;
        return;
      }
      batch = (level.half + batch) / 2;
    }
  }

  /** Returns the length found so far: a power of two, from 1 to {@value #MOST}. */
  public int values() {
    for (int i = LEVELS - 1; i >= 0; i--) {
      if (levels[i].isDependent()) {
        return Math.min(SAFETY << i, MOST);
      }
    }
    return 1;
  }
}
