package org.curtail.linux;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.lang.ref.Cleaner;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.curtail.signals.Counter;

/**
 * Counters of the creating thread, by system calls. The counters' files are closed when this object
 * becomes unreachable, usually after the end of the thread.
 *
 * <p>The kernel adds to a thread's run delay only when the thread returns to a core. Before that it
 * has counted the switch away from the core. Therefore the delay is read again after each counted
 * switch only. Reading its file takes nearly as long as all other counters together, and most short
 * requests run without a switch.
 */
final class LinuxCounters implements AutoCloseable {
  private static final Cleaner CLEANER = Cleaner.create();
  private static final int SCHEDSTAT_BYTES = 128;
  private static final int USAGES = 4;
  private static final int NONE = -1;

  /** Counters from one call of getrusage(2). */
  static final Set<Counter> USAGE =
      EnumSet.of(
          Counter.MINOR_FAULTS,
          Counter.MAJOR_FAULTS,
          Counter.VOLUNTARY_SWITCHES,
          Counter.INVOLUNTARY_SWITCHES);

  /** Counters of the processor. */
  static final Set<Counter> EVENTS = EnumSet.of(Counter.CYCLES, Counter.INSTRUCTIONS);

  private final CounterKernel kernel;
  private final Files files;
  private final Cleaner.Cleanable closing;
  private final boolean readsCpu;
  private final boolean readsUsage;
  private final long[] usage = new long[USAGES];
  private final long[] events = new long[2];
  private final byte[] schedstat = new byte[SCHEDSTAT_BYTES];

  /** Last run delay, and the number of switches counted before it. */
  private long delayNanos = NONE;

  private long delaySwitches = NONE;

  /** Descriptors, or negated errnos. */
  private record Files(CounterKernel kernel, int schedstat, int cycles, int instructions)
      implements Runnable {
    @Override
    public void run() {
      for (int descriptor : new int[] {schedstat, instructions, cycles}) {
        if (descriptor >= 0) {
          kernel.close(descriptor);
        }
      }
    }
  }

  /**
   * Opens the files of the wanted counters.
   *
   * @param wanted counters to read
   */
  LinuxCounters(CounterKernel kernel, Path procRoot, Set<Counter> wanted) {
    this.kernel = kernel;
    readsCpu = wanted.contains(Counter.CPU_NANOS);
    readsUsage = wanted.stream().anyMatch(USAGE::contains);
    int delay =
        wanted.contains(Counter.RUN_DELAY_NANOS)
            ? kernel.open(schedstat(procRoot).toString())
            : NONE;
    int cycles =
        wanted.stream().anyMatch(EVENTS::contains)
            ? kernel.openEvent(CounterKernel.CYCLES, NONE)
            : NONE;
    int instructions = cycles >= 0 ? kernel.openEvent(CounterKernel.INSTRUCTIONS, cycles) : cycles;
    files = new Files(kernel, delay, cycles, instructions);
    closing = CLEANER.register(this, files);
  }

  static Path schedstat(Path procRoot) {
    return procRoot.resolve("thread-self").resolve("schedstat");
  }

  /** Descriptor of the run-queue delay; below 0 a negated errno. */
  int delayFile() {
    return files.schedstat;
  }

  /** False if the kernel was built without it; the file then contains zeros. */
  boolean measuresDelay() {
    int bytes = kernel.read(files.schedstat, schedstat);
    return bytes > 0 && !new String(schedstat, 0, bytes, US_ASCII).strip().equals("0 0 0");
  }

  /** Descriptor of the processor's counters; below 0 a negated errno. */
  int eventFile() {
    return Math.min(files.cycles, files.instructions);
  }

  /** Writes each available counter to its index. */
  void read(long[] into) {
    if (readsCpu) {
      into[Counter.CPU_NANOS.place()] = Math.max(kernel.cpuNanos(), -1);
    }
    long switches = NONE;
    if (readsUsage && kernel.usage(usage) >= 0) {
      into[Counter.MINOR_FAULTS.place()] = usage[CounterKernel.MINOR_FAULTS];
      into[Counter.MAJOR_FAULTS.place()] = usage[CounterKernel.MAJOR_FAULTS];
      into[Counter.VOLUNTARY_SWITCHES.place()] = usage[CounterKernel.VOLUNTARY_SWITCHES];
      into[Counter.INVOLUNTARY_SWITCHES.place()] = usage[CounterKernel.INVOLUNTARY_SWITCHES];
      switches =
          usage[CounterKernel.VOLUNTARY_SWITCHES] + usage[CounterKernel.INVOLUNTARY_SWITCHES];
    }
    if (files.schedstat >= 0) {
      into[Counter.RUN_DELAY_NANOS.place()] = delayNanos(switches);
    }
    if (eventFile() >= 0 && kernel.readEvents(files.cycles, events) > 0) {
      into[Counter.CYCLES.place()] = events[CounterKernel.CYCLES];
      into[Counter.INSTRUCTIONS.place()] = events[CounterKernel.INSTRUCTIONS];
    }
  }

  /**
   * Returns the run delay.
   *
   * @param switches number of switches counted just now; -1 if unknown
   */
  private long delayNanos(long switches) {
    if (switches < 0 || switches != delaySwitches || delayNanos < 0) {
      delayNanos = secondNumber(schedstat, kernel.read(files.schedstat, schedstat));
      // A later switch increases this number, so it is not missed.
      delaySwitches = switches;
    }
    return delayNanos;
  }

  @Override
  public void close() {
    closing.clean();
  }

  /** Returns the second number of "run delay slices", the delay; -1 for other text. */
  static long secondNumber(byte[] text, int length) {
    int at = 0;
    while (at < length && text[at] != ' ') {
      at++;
    }
    at++;
    long number = at < length ? 0 : -1;
    for (; at < length && text[at] != ' ' && text[at] != '\n'; at++) {
      int digit = text[at] - '0';
      boolean fits = digit >= 0 && digit <= 9 && number >= 0 && number < Long.MAX_VALUE / 10;
      number = fits ? number * 10 + digit : -1;
    }
    return number;
  }
}
