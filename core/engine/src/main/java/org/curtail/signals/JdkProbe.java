package org.curtail.signals;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.curtail.signals.proc.ProcFile;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which counters of threads the JDK alone can read on this machine. The probe tries them
 * on the current thread, and measures the cost.
 */
final class JdkProbe {
  private static final String NATIVE = "the JDK alone cannot read it; curtail-linux can, on Linux";
  private static final int READS = 101;

  /** Counters that need native code. */
  private static final List<Counter> BEYOND =
      List.of(
          Counter.CYCLES,
          Counter.INSTRUCTIONS,
          Counter.VOLUNTARY_SWITCHES,
          Counter.INVOLUNTARY_SWITCHES);

  private final Path procRoot;
  private final LongSupplier nanoClock;
  private final @Nullable LongSupplier cpuClock;

  /**
   * A probe of a machine.
   *
   * @param procRoot {@code /proc}
   * @param cpuClock CPU time of the current thread in nanoseconds; null if there is none
   */
  JdkProbe(Path procRoot, LongSupplier nanoClock, @Nullable LongSupplier cpuClock) {
    this.procRoot = procRoot;
    this.nanoClock = nanoClock;
    this.cpuClock = cpuClock;
  }

  static JdkProbe ofThisMachine() {
    return new JdkProbe(Path.of("/proc"), System::nanoTime, cpuClock());
  }

  private static @Nullable LongSupplier cpuClock() {
    if (ModuleLayer.boot().findModule("java.management").isEmpty()) {
      return null;
    }
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    if (!threads.isCurrentThreadCpuTimeSupported()) {
      return null;
    }
    if (!threads.isThreadCpuTimeEnabled()) {
      threads.setThreadCpuTimeEnabled(true);
    }
    return threads::getCurrentThreadCpuTime;
  }

  /** The file of a counter, or the reason why it cannot be read. */
  private record Tried(@Nullable ProcFile file, String reason) {}

  /** The available signals. Files without a usable value are left out. */
  Signals signals(boolean withFaults) {
    Tried schedstat = schedstat();
    Tried stat = withFaults ? open("stat") : new Tried(null, "it was not asked for: " + NATIVE);
    boolean hasDelay = schedstat.file != null;
    boolean hasStat = stat.file != null;
    Supplier<Consumer<long[]>> ofThread =
        () ->
            new JdkCounters(
                    cpuClock,
                    hasDelay ? reopen("schedstat") : null,
                    hasStat ? reopen("stat") : null)
                ::read;
    var rungs = new ArrayList<Signals.Rung>();
    for (Counter beyond : BEYOND) {
      rungs.add(Signals.Rung.missing(beyond.label(), NATIVE));
    }
    for (Counter faults : List.of(Counter.MAJOR_FAULTS, Counter.MINOR_FAULTS)) {
      rungs.add(
          hasStat
              ? Signals.Rung.available(
                  faults.label(), threadFile("stat").toString(), costNanos(null, null, stat.file))
              : Signals.Rung.missing(faults.label(), stat.reason));
    }
    rungs.add(
        hasDelay
            ? Signals.Rung.available(
                Counter.RUN_DELAY_NANOS.label(),
                threadFile("schedstat").toString(),
                costNanos(null, schedstat.file, null))
            : Signals.Rung.missing(Counter.RUN_DELAY_NANOS.label(), schedstat.reason));
    rungs.add(cpuRung());
    rungs.add(clockRung());
    return Signals.of(new BracketedReadings(ofThread, nanoClock), rungs);
  }

  /** CPU time alone. */
  Signals cpuTime() {
    return Signals.of(
        new BracketedReadings(() -> new JdkCounters(cpuClock, null, null)::read, nanoClock),
        List.of(cpuRung(), clockRung()));
  }

  private Signals.Rung cpuRung() {
    return cpuClock == null
        ? Signals.Rung.missing(Counter.CPU_NANOS.label(), "this JVM does not measure it")
        : Signals.Rung.available(
            Counter.CPU_NANOS.label(), "ThreadMXBean", costNanos(cpuClock, null, null));
  }

  private Signals.Rung clockRung() {
    return Signals.Rung.available(
        "tags and wall time", "memory and System.nanoTime", clockCostNanos());
  }

  private Path threadFile(String name) {
    return procRoot.resolve("thread-self").resolve(name);
  }

  /**
   * Opens a file for the current thread; null if no further file can be opened, so that this thread
   * reads fewer counters.
   */
  private @Nullable ProcFile reopen(String name) {
    try {
      return new ProcFile(threadFile(name));
    } catch (IOException e) {
      return null;
    }
  }

  private Tried open(String name) {
    Path path = threadFile(name);
    try {
      var file = new ProcFile(path);
      return file.read() ? new Tried(file, path.toString()) : new Tried(null, path + " is empty");
    } catch (IOException e) {
      return new Tried(null, reason(path));
    }
  }

  private static String reason(Path path) {
    try {
      Files.newInputStream(path).close();
      return path + " cannot be read";
    } catch (NoSuchFileException e) {
      return path + " is not there";
    } catch (AccessDeniedException e) {
      return path + " must not be read by this user";
    } catch (IOException e) {
      return path + " cannot be read: " + e.getMessage();
    }
  }

  /** Tries {@code schedstat}. A kernel without this feature has the file, with zeros in it. */
  private Tried schedstat() {
    Tried tried = open("schedstat");
    ProcFile file = tried.file;
    if (file == null) {
      return tried;
    }
    long runNanos = file.number();
    long delayNanos = file.number();
    long slices = file.number();
    if (runNanos < 0 || delayNanos < 0 || slices < 0) {
      return new Tried(null, tried.reason + " does not hold three numbers");
    }
    return runNanos == 0 && delayNanos == 0 && slices == 0
        ? new Tried(null, tried.reason + " holds zeros only: this kernel does not measure it")
        : tried;
  }

  private long costNanos(
      @Nullable LongSupplier clock, @Nullable ProcFile schedstat, @Nullable ProcFile stat) {
    var counters = new JdkCounters(clock, schedstat, stat);
    var values = new long[Counter.values().length];
    return costNanos(() -> counters.read(values));
  }

  private long clockCostNanos() {
    return costNanos(() -> {});
  }

  /** Returns the median time of a reading, including one reading of the clock. */
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

  /** Counters of a thread that the JDK can read without native code. */
  static final class JdkCounters {
    /** Place of the field of minor faults after the name in {@code stat}: see proc_pid_stat(5). */
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

    /** Puts each available counter at its place. */
    void read(long[] into) {
      if (cpuClock != null) {
        into[Counter.CPU_NANOS.place()] = Math.max(cpuClock.getAsLong(), -1);
      }
      if (schedstat != null && schedstat.read()) {
        // The first field, CPU time, is skipped: it is as old as the last tick of the kernel.
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
}
