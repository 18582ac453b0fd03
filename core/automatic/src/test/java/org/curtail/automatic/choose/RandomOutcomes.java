package org.curtail.automatic.choose;

import java.util.SplittableRandom;
import org.curtail.automatic.choose.Outcomes.Figures;

/** Outcomes made by hand: the true ratios of each candidate, with common noise. */
final class RandomOutcomes {
  private final Outcomes outcomes;
  private final SplittableRandom random;

  RandomOutcomes(int levels, int candidates, long seed) {
    outcomes = new Outcomes(levels, candidates);
    random = new SplittableRandom(seed);
  }

  Outcomes outcomes() {
    return outcomes;
  }

  /**
   * Adds blocks of a candidate with symmetric noise of its own, so that its mean is exact.
   *
   * @param blocks even
   * @param noise own noise, with alternating signs
   */
  RandomOutcomes add(
      int level, int candidate, int blocks, double mean, double p95, double tail, double noise) {
    for (int block = 0; block < blocks; block++) {
      double own = block % 2 == 0 ? noise : -noise;
      // Noise of all candidates, which has to cancel out.
      double common = new SplittableRandom(31L * level + block).nextDouble();
      outcomes.add(
          level,
          candidate,
          new Figures(
              common + StrictMath.log(mean) + own,
              common + StrictMath.log(p95) + own,
              common + StrictMath.log(tail) + own));
    }
    return this;
  }

  /** Returns the baseline, and others with random figures of 0.9 to 1.1 of it, or much less. */
  RandomOutcomes addRandom(int levels, int candidates, int blocks) {
    for (int level = 0; level < levels; level++) {
      add(level, 0, blocks, 1, 1, 1, 0);
      for (int candidate = 1; candidate < candidates; candidate++) {
        double scale = random.nextInt(3) == 0 ? 0.5 : 0.95;
        add(
            level,
            candidate,
            random.nextInt(4) == 0 ? 2 : blocks,
            scale * (0.95 + 0.1 * random.nextDouble()),
            scale * (0.95 + 0.15 * random.nextDouble()),
            scale * (0.95 + 0.1 * random.nextDouble()),
            0.02 * random.nextDouble());
      }
    }
    return this;
  }
}
