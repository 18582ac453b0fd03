package org.curtail.linux.energy;

/** Methods to set the clock of a domain; the driver decides which one works. */
public enum ClockMethod {
  /** Governor {@code userspace}, which keeps the written clock. */
  SETSPEED("scaling_setspeed", Setting.SETSPEED),

  /**
   * Equal lower and upper limits for the governor. For drivers without {@code userspace}, such as
   * intel_pstate and amd-pstate in active mode.
   */
  LIMITS("scaling_min_freq and scaling_max_freq", Setting.MOST);

  private final String description;
  private final Setting written;

  ClockMethod(String description, Setting written) {
    this.description = description;
    this.written = written;
  }

  /** Written files. */
  public String description() {
    return description;
  }

  /** File written for each change of clock. */
  Setting written() {
    return written;
  }
}
