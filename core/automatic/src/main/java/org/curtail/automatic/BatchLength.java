package org.curtail.automatic;

/**
 * How many values in a row make a batch, so that the means of batches hardly depend on each other:
 * 1 for values that are independent, more where values that are alike come one after the other (the
 * method of batch means; Law, Simulation Modeling and Analysis, chapter 9). Not thread-safe.
 *
 * <p>For lengths of 1, 2, 4 and so on, up to {@value #MOST}, it knows by von Neumann's ratio how
 * much the mean of a batch depends on that of the one before. A batch is taken to be twice as long
 * as the longest that shows a dependence which is no chance.
 */
final class BatchLength {
  /** Longer batches are not asked for. */
  static final int MOST = 512;

  private static final int LEVELS = Integer.numberOfTrailingZeros(MOST) + 1;

  /** Fewer batches show nothing. */
  private static final int LEAST_BATCHES = 16;

  /** In standard deviations of the correlation of independent values. */
  private static final double NO_CHANCE = 3.5;

  /** Less does not matter. */
  private static final double LEAST_CORRELATION = 0.1;

  private static final int SAFETY = 2;

  /** The batches of one length. */
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

  /** Has seen nothing. */
  public BatchLength() {
    for (int i = 0; i < LEVELS; i++) {
      levels[i] = new Level();
    }
  }

  /** The next value, or its logarithm where large ones would hide all others. */
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

  /** By what was seen so far: a power of two, from 1 to {@value #MOST}. */
  public int values() {
    for (int i = LEVELS - 1; i >= 0; i--) {
      if (levels[i].isDependent()) {
        return Math.min(SAFETY << i, MOST);
      }
    }
    return 1;
  }
}
