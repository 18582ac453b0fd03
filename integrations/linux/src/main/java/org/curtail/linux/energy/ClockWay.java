package org.curtail.linux.energy;

/** How the clock of a domain can be set; which one works depends on the driver. */
public enum ClockWay {
  /** The governor {@code userspace}, which keeps the clock that is written. */
  SETSPEED("scaling_setspeed", Setting.SETSPEED),

  /**
   * The lowest and the highest clock that the governor may choose, made the same: for drivers
   * without {@code userspace}, such as intel_pstate and amd-pstate in active mode.
   */
  LIMITS("scaling_min_freq and scaling_max_freq", Setting.MOST);

  private final String description;
  private final Setting written;

  ClockWay(String description, Setting written) {
    this.description = description;
    this.written = written;
  }

  /** The files that are written. */
  public String description() {
    return description;
  }

  /** The file that is written for each change of clock. */
  Setting written() {
    return written;
  }
}
