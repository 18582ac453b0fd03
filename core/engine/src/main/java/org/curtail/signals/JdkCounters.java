package org.curtail.signals;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Counters of a thread that the JDK can read without native code. */
final class JdkCounters {
  /** Behind the name in {@code stat}: the field of minor faults, see proc_pid_stat(5). */
  private static final int FIELDS_TO_MINOR_FAULTS = 7;

  private final @Nullable LongSupplier cpuClock;
  private final @Nullable ProcFile schedstat;
  private final @Nullable ProcFile stat;

  /**
   * The available counters.
   *
   * @param cpuClock CPU time of the current thread in nanoseconds, -1 if it is not known
   */
  JdkCounters(
      @Nullable LongSupplier cpuClock, @Nullable ProcFile schedstat, @Nullable ProcFile stat) {
    this.cpuClock = cpuClock;
    this.schedstat = schedstat;
    this.stat = stat;
  }

  /** Each counter that there is goes to its place. */
  void read(long[] into) {
    if (cpuClock != null) {
      into[Counter.CPU_NANOS.place()] = Math.max(cpuClock.getAsLong(), -1);
    }
    if (schedstat != null && schedstat.read()) {
      // The first field, CPU time, is as old as the last tick of the kernel.
      schedstat.skip(1);
      into[Counter.RUN_DELAY_NANOS.place()] = schedstat.number();
    }
    if (stat != null && stat.read()) {
      stat.skipName();
      stat.skip(FIELDS_TO_MINOR_FAULTS);
      into[Counter.MINOR_FAULTS.place()] = stat.number();
      stat.skip(1);
      into[Counter.MAJOR_FAULTS.place()] = stat.number();
    }
  }
}
