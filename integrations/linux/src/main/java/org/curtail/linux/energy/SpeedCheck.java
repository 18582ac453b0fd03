package org.curtail.linux.energy;

import org.curtail.linux.Availability;
import org.curtail.linux.Cores;

/** Measures the real speed of cores. */
interface SpeedCheck {
  /** Measures the CPU time of fixed work on one of some cores, in ns. */
  Availability<Double> workNanos(Cores cores);
}
