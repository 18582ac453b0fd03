package org.curtail.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;
import org.curtail.signals.Counter;
import org.curtail.signals.Signals;

/**
 * Signals of threads from system calls: more than the JDK has, at about the same cost. CPU time,
 * run-queue delay, page faults and context switches need no privilege. The processor's counters are
 * optional. In virtual machines they may cost 10 us per reading, and as much or more per context
 * switch of the thread.
 *
 * <p>Source: clock_gettime(2), getrusage(2), pread(2), perf_event_open(2).
 */
public final class LinuxSignals {
  private static final int READS = 101;

  private static final List<Counter> TOP_DOWN =
      List.of(
          Counter.CYCLES,
          Counter.INSTRUCTIONS,
          Counter.VOLUNTARY_SWITCHES,
          Counter.INVOLUNTARY_SWITCHES,
          Counter.MAJOR_FAULTS,
          Counter.MINOR_FAULTS,
          Counter.RUN_DELAY_NANOS,
          Counter.CPU_NANOS);

  private final CounterKernel kernel;
  private final Path procRoot;
  private final LongSupplier nanoClock;

  LinuxSignals(CounterKernel kernel, Path procRoot, LongSupplier nanoClock) {
    this.kernel = kernel;
    this.procRoot = procRoot;
    this.nanoClock = nanoClock;
  }

  /** All available signals without processor counters; on other systems those of the JDK. */
  public static Signals probe() {
    return probe(false);
  }

  /** All available signals, with cycles and instructions in user mode if the system has them. */
  public static Signals probeWithHardwareCounters() {
    return probe(true);
  }

  private static Signals probe(boolean withEvents) {
    return switch (CounterKernel.ofThisMachine()) {
      case Available<CounterKernel>(CounterKernel kernel) ->
          new LinuxSignals(kernel, Path.of("/proc"), System::nanoTime).signals(withEvents);
      case Unavailable<CounterKernel>(String reason) -> withReason(Signals.probe(), reason);
    };
  }

  /** Returns the JDK's signals, with this reason for the missing ones. */
  static Signals withReason(Signals jdk, String reason) {
    List<Signals.Rung> rungs =
        jdk.rungs().stream()
            .map(rung -> rung.available() ? rung : Signals.Rung.missing(rung.name(), reason))
            .toList();
    return Signals.of(jdk.readings(), rungs);
  }

  /** Finds the current thread's signals on this kernel, with their cost. */
  Signals signals(boolean withEvents) {
    Set<Counter> wanted = EnumSet.allOf(Counter.class);
    if (!withEvents) {
      wanted.removeAll(LinuxCounters.EVENTS);
    }
    var rungs = new ArrayList<Signals.Rung>();
    Set<Counter> there = EnumSet.noneOf(Counter.class);
    try (var all = new LinuxCounters(kernel, procRoot, wanted)) {
      var values = new long[Counter.values().length];
      Arrays.fill(values, -1);
      all.read(values);
      for (Counter counter : TOP_DOWN) {
        boolean is = values[counter.place()] >= 0 && isMeasured(counter, values, all);
        if (is) {
          there.add(counter);
        }
        rungs.add(
            is
                ? Signals.Rung.available(counter.label(), source(counter), costNanos(counter))
                : Signals.Rung.missing(counter.label(), reason(counter, wanted, all)));
      }
    }
    rungs.add(
        Signals.Rung.available(
            "tags and wall time", "memory and System.nanoTime", costNanos(() -> {})));
    return Signals.ofCounters(
        () -> new LinuxCounters(kernel, procRoot, there)::read, nanoClock, rungs);
  }

  /** True if a counter really counts. Some virtual machines always report 0 cycles. */
  private static boolean isMeasured(Counter counter, long[] values, LinuxCounters all) {
    return switch (counter) {
      case CYCLES, INSTRUCTIONS -> values[counter.place()] > 0;
      case RUN_DELAY_NANOS -> all.measuresDelay();
      case CPU_NANOS, MINOR_FAULTS, MAJOR_FAULTS, VOLUNTARY_SWITCHES, INVOLUNTARY_SWITCHES -> true;
    };
  }

  private String source(Counter counter) {
    return switch (counter) {
      case CPU_NANOS -> "clock_gettime";
      case RUN_DELAY_NANOS -> LinuxCounters.schedstat(procRoot).toString();
      case MINOR_FAULTS, MAJOR_FAULTS, VOLUNTARY_SWITCHES, INVOLUNTARY_SWITCHES -> "getrusage";
      case CYCLES, INSTRUCTIONS -> "perf_event_open, user mode";
    };
  }

  private String reason(Counter counter, Set<Counter> wanted, LinuxCounters tried) {
    if (!wanted.contains(counter)) {
      return "not requested";
    }
    return switch (counter) {
      case CPU_NANOS -> "clock_gettime: " + Errno.reason((int) kernel.cpuNanos());
      case RUN_DELAY_NANOS -> delayReason(tried.delayFile());
      case MINOR_FAULTS, MAJOR_FAULTS, VOLUNTARY_SWITCHES, INVOLUNTARY_SWITCHES ->
          "getrusage: " + Errno.reason(kernel.usage(new long[4]));
      case CYCLES, INSTRUCTIONS ->
          tried.eventFile() < 0
              ? "perf_event_open: " + Errno.reason(tried.eventFile()) + paranoid()
              : "this machine counts none";
    };
  }

  private String delayReason(int descriptor) {
    Path file = LinuxCounters.schedstat(procRoot);
    return descriptor < 0
        ? file + ": " + Errno.reason(descriptor)
        : file + " has no numbers: this kernel does not measure it";
  }

  private String paranoid() {
    try {
      String level = Files.readString(procRoot.resolve("sys/kernel/perf_event_paranoid")).strip();
      return "; perf_event_paranoid is " + level;
    } catch (IOException e) {
      return "";
    }
  }

  private long costNanos(Counter counter) {
    try (var counters = new LinuxCounters(kernel, procRoot, EnumSet.of(counter))) {
      var values = new long[Counter.values().length];
      return costNanos(() -> counters.read(values));
    }
  }

  /** Returns the median cost, including one clock reading. */
  private long costNanos(Runnable read) {
    var nanos = new long[READS];
    for (int i = 0; i < READS; i++) {
      long fromNanos = nanoClock.getAsLong();
      read.run();
      nanos[i] = Math.max(nanoClock.getAsLong() - fromNanos, 0);
    }
    Arrays.sort(nanos);
    return nanos[READS / 2];
  }
}
