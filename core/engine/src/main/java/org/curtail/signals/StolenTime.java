package org.curtail.signals;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Time that the hypervisor gave to others while this machine's cores had work to do. */
final class StolenTime {
  /** Of the fields of a line of {@code /proc/stat}: see proc_stat(5). */
  private static final int FIELDS_TO_STEAL = 8;

  /** The kernel tells all programs times in hundredths of a second, whatever its own clock. */
  private static final long NANOS_PER_TICK = 10_000_000;

  private final @Nullable ProcFile file;
  private final long atStartNanos;

  /**
   * From now on.
   *
   * @param procRoot {@code /proc}
   */
  StolenTime(Path procRoot) {
    file = open(procRoot.resolve("stat"));
    atStartNanos = totalNanos();
  }

  private static @Nullable ProcFile open(Path path) {
    try {
      return new ProcFile(path);
    } catch (IOException e) {
      return null;
    }
  }

  /** Of all cores together since it was made; -1 if the system does not say. */
  long nanos() {
    long nowNanos = totalNanos();
    return nowNanos < 0 || atStartNanos < 0 ? -1 : Math.max(nowNanos - atStartNanos, 0);
  }

  private synchronized long totalNanos() {
    if (file == null || !file.read()) {
      return -1;
    }
    file.skip(FIELDS_TO_STEAL);
    long ticks = file.number();
    return ticks < 0 ? -1 : ticks * NANOS_PER_TICK;
  }
}
