package org.curtail.replicas;

/** Dependence of a copy's service time on the original's. */
sealed interface Coupling {
  /** Independent: another draw from the same log. */
  Coupling INDEPENDENT = new Independent();

  /** Independent. */
  record Independent() implements Coupling {}

  /**
   * The same time again with a probability, otherwise an independent draw: each copy has the times
   * of the log, and the correlation is the probability.
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
   * An independent draw plus a share of the original's time: {@code Y = ratio X + Z}, the
   * correlated workload of the SingleR paper (Kaler, He, Elnikety, SPAA'17). Copies then take
   * longer than originals.
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
