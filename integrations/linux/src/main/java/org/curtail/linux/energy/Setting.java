package org.curtail.linux.energy;

import org.curtail.linux.Availability.Available;

/** A writable file of a frequency domain. */
enum Setting {
  /** Lower limit of the governor, in kHz. */
  LEAST("scaling_min_freq", true),
  /** Upper limit of the governor, in kHz. */
  MOST("scaling_max_freq", true),
  /** The governor. */
  GOVERNOR("scaling_governor", false),
  /** The clock itself, in kHz; only with governor {@code userspace}. */
  SETSPEED("scaling_setspeed", false),
  /** Preference between speed and energy of a processor that chooses clocks itself. */
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
   * True if a file still has the written value, so no other program has changed it since. While a
   * hot processor throttles, a limit reads lower than its value; that is no change.
   *
   * @param left value written last
   */
  boolean isUnchanged(String left, String now) {
    if (left.equals(now)) {
      return true;
    }
    return isLimit
        && KernelNumber.parse(file, left, 0) instanceof Available<Long>(Long leftKHz)
        && KernelNumber.parse(file, now, 0) instanceof Available<Long>(Long nowKHz)
        && nowKHz <= leftKHz;
  }
}
