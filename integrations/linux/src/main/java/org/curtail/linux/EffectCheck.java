package org.curtail.linux;

/** What a mechanism changes, as opposed to what the kernel says it would. */
interface EffectCheck {
  /**
   * The raised thread's share of the CPU time when it and one that is not raised both want the same
   * core.
   *
   * @return from 0 to 1; 0.5 if raising changes nothing
   */
  Availability<Double> cpuShare(Kernel kernel, Mechanism mechanism);
}
