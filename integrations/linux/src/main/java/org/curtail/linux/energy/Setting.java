package org.curtail.linux.energy;

import org.curtail.linux.Availability.Available;

/** A file of a frequency domain that can be written. */
enum Setting {
  /** The lowest clock that the governor may choose, in kHz. */
  LEAST("scaling_min_freq", true),
  /** The highest. */
  MOST("scaling_max_freq", true),
  /** Who chooses the clock. */
  GOVERNOR("scaling_governor", false),
  /** The clock itself, in kHz; only while the governor is {@code userspace}. */
  SETSPEED("scaling_setspeed", false),
  /** How the processor weighs speed against energy where it chooses clocks itself. */
  PREFERENCE("energy_performance_preference", false);

  private final String file;
  private final boolean isLimit;

  Setting(String file, boolean isLimit) {
    this.file = file;
    this.isLimit = isLimit;
  }

  String path(int domain) {
    return FrequencyDomain.folder(domain) + "/" + file;
  }

  String file() {
    return file;
  }

  boolean isLimit() {
    return isLimit;
  }

  /**
   * Whether a file still holds what was left in it, or somebody else has changed it since. A limit
   * reads lower than it is as long as a processor that is too hot throttles: that is no change.
   *
   * @param left what it held when it was written last
   */
  boolean isStill(String left, String now) {
    if (left.equals(now)) {
      return true;
    }
    return isLimit
        && Numeral.parse(file, left, 0) instanceof Available<Long>(Long leftKHz)
        && Numeral.parse(file, now, 0) instanceof Available<Long>(Long nowKHz)
        && nowKHz <= leftKHz;
  }
}
