package org.curtail.linux.energy;

import org.curtail.linux.Availability;
import org.curtail.linux.Cores;

/** How fast cores are, as opposed to what the kernel says of their clock. */
interface SpeedCheck {
  /** The CPU time that some work, always the same, takes on one of some cores, in ns. */
  Availability<Double> workNanos(Cores cores);
}
