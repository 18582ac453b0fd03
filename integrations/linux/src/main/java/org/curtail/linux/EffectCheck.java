package org.curtail.linux;

/** Measures the effect of a mechanism, regardless of the kernel's promises. */
interface EffectCheck {
  /**
   * Measures the raised thread's share of the CPU time when it and another thread want the same
   * core.
   *
   * @return from 0 to 1; 0.5 without effect
   */
  Availability<Double> cpuShare(Kernel kernel, Mechanism mechanism);
}
