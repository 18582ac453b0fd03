package org.curtail.benchkit.trust;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Totals of time on this machine at a moment, or their difference between two moments.
 *
 * @param wallMs monotonic clock
 * @param cpuMs CPU time of this process
 * @param gcMs time of garbage collections
 * @param gcPauses number of garbage collections
 * @param busyMs CPU time of all processes on the machine, including other guests of its host;
 *     negative if unknown
 */
public record MachineTimes(double wallMs, double cpuMs, double gcMs, int gcPauses, double busyMs) {
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final List<GarbageCollectorMXBean> COLLECTORS =
      ManagementFactory.getGarbageCollectorMXBeans();

  /**
   * Totals of CPU time. The first line is: cpu user nice system idle iowait irq softirq steal ...
   */
  private static final Path PROC_STAT = Path.of("/proc/stat");

  private static final List<Integer> BUSY_FIELDS = List.of(1, 2, 3, 6, 7, 8);

  /**
   * Milliseconds per unit: Linux counts in hundredths of a second (USER_HZ) on all platforms of
   * Java.
   */
  private static final double MILLIS_PER_TICK = 10;

  /** Returns the totals at this moment. */
  public static MachineTimes now() {
    long gcMs = 0;
    long gcPauses = 0;
    for (GarbageCollectorMXBean collector : COLLECTORS) {
      gcMs += Math.max(collector.getCollectionTime(), 0);
      gcPauses += Math.max(collector.getCollectionCount(), 0);
    }
    return new MachineTimes(
        System.nanoTime() / 1e6,
        SYSTEM.getProcessCpuTime() / 1e6,
        gcMs,
        Math.toIntExact(gcPauses),
        machineBusyMs());
  }

  private static double machineBusyMs() {
    try {
      List<String> lines = Files.readAllLines(PROC_STAT);
      long processors = lines.stream().filter(line -> line.matches("cpu[0-9]+ .*")).count();
      if (processors != Runtime.getRuntime().availableProcessors()) {
        // In a container or a pinned process, the file describes a larger machine.
        return -1;
      }
      String total = lines.getFirst();
      List<String> fields = Pattern.compile(" +").splitAsStream(total).toList();
      return BUSY_FIELDS.stream().mapToDouble(f -> Double.parseDouble(fields.get(f))).sum()
          * MILLIS_PER_TICK;
    } catch (IOException | RuntimeException e) {
      return -1;
    }
  }

  /** Returns the difference to an earlier moment. */
  public MachineTimes since(MachineTimes earlier) {
    return new MachineTimes(
        wallMs - earlier.wallMs,
        cpuMs - earlier.cpuMs,
        gcMs - earlier.gcMs,
        gcPauses - earlier.gcPauses,
        busyMs < 0 || earlier.busyMs < 0 ? -1 : busyMs - earlier.busyMs);
  }

  /**
   * Returns the share of the machine's CPU time in this difference that other processes used: 0 to
   * 1; negative if unknown. Amounts within the resolution of the counters count as 0.
   */
  public double stolenShare() {
    if (busyMs < 0) {
      return -1;
    }
    double uncertainMs = MILLIS_PER_TICK * Runtime.getRuntime().availableProcessors();
    return Math.max(busyMs - cpuMs - uncertainMs, 0) / machineMs();
  }

  /** Returns the available CPU time of the machine in this difference, in milliseconds. */
  double machineMs() {
    return wallMs * Runtime.getRuntime().availableProcessors();
  }
}
