package org.curtail.automatic.detect;

import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;

/** Dependent values, as of traffic in which similar requests follow each other. */
final class Correlated {
  private Correlated() {}

  private static double gaussian(SplittableRandom random) {
    return StrictMath.sqrt(-2 * StrictMath.log(1 - random.nextDouble()))
        * StrictMath.cos(2 * StrictMath.PI * random.nextDouble());
  }

  /** Returns normal values with this correlation to the one before: AR(1). */
  static DoubleSupplier autoregressive(long seed, double correlation) {
    var random = new SplittableRandom(seed);
    double[] value = {gaussian(random)};
    return () -> {
      value[0] =
          correlation * value[0] + Math.sqrt(1 - correlation * correlation) * gaussian(random);
      return value[0];
    };
  }

  /** Returns log-normal times whose logarithms are {@link #autoregressive}. */
  static DoubleSupplier times(long seed, double correlation) {
    DoubleSupplier logarithms = autoregressive(seed, correlation);
    return () -> 20 * StrictMath.exp(logarithms.getAsDouble());
  }

  /**
   * Returns log-normal times of two kinds of requests. One kind takes a multiple of the other's
   * time. The kind is drawn again after this mean number of requests: a Markov-modulated process.
   */
  static DoubleSupplier modulated(long seed, double requests, double factor) {
    var random = new SplittableRandom(seed);
    boolean[] isLong = {false};
    return () -> {
      if (random.nextDouble() < 1 / requests) {
        isLong[0] = random.nextBoolean();
      }
      return 20 * StrictMath.exp(gaussian(random)) * (isLong[0] ? factor : 1);
    };
  }
}
