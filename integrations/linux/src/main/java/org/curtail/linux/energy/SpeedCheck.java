package org.curtail.linux.energy;

import org.curtail.linux.Availability;
import org.curtail.linux.Cores;

/** Measures the speed of cores, regardless of the kernel's clock values. */
interface SpeedCheck {
  /** Measures the CPU time of fixed work on one of some cores, in ns. */
  Availability<Double> workNanos(Cores cores);
}
