package org.curtail.linux;

/** Measures the real effect of a mechanism. */
interface EffectCheck {
  /**
   * Measures the raised thread's share of the CPU time when it and another thread want the same
   * core.
   *
   * @return from 0 to 1; 0.5 without effect
   */
  Availability<Double> cpuShare(Kernel kernel, Mechanism mechanism);
}
