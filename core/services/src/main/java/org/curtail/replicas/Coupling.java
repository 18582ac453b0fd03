package org.curtail.replicas;

/** How the service time of a further copy depends on that of the first one. */
sealed interface Coupling {
  /** Not at all: another draw from the same log. */
  Coupling INDEPENDENT = new Independent();

  /** Not at all. */
  record Independent() implements Coupling {}

  /**
   * With a probability the same time again, else an independent draw: each copy has the times of
   * the log, and the correlation is the probability.
   *
   * @param probability 0 to 1
   */
  record Repeated(double probability) implements Coupling {
    public Repeated {
      if (!(probability >= 0 && probability <= 1)) {
        throw new IllegalArgumentException("probability must be from 0 to 1: " + probability);
      }
    }
  }

  /**
   * An independent draw, and a share of the first one's time on top: {@code Y = ratio X + Z}, the
   * correlated workload of the SingleR paper (Kaler, He, Elnikety, SPAA'17). Copies then take
   * longer than first ones.
   *
   * @param ratio finite, at least 0
   */
  record Added(double ratio) implements Coupling {
    public Added {
      if (!(ratio >= 0) || Double.isInfinite(ratio)) {
        throw new IllegalArgumentException("ratio must be finite and at least 0: " + ratio);
      }
    }
  }
}
