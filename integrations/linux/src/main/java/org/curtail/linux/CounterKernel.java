package org.curtail.linux;

import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;

/**
 * What is asked of the Linux kernel to count what the calling thread does. An answer below 0 is an
 * errno, negated, as the kernel itself gives it. Safe for all threads.
 */
interface CounterKernel {
  /** Places in what {@link #usage} gives. */
  int MINOR_FAULTS = 0;

  int MAJOR_FAULTS = 1;
  int VOLUNTARY_SWITCHES = 2;
  int INVOLUNTARY_SWITCHES = 3;

  /** Places in what {@link #readEvents} gives. */
  int CYCLES = 0;

  int INSTRUCTIONS = 1;

  /** Time on a core; see CLOCK_THREAD_CPUTIME_ID in clock_gettime(2). */
  long cpuNanos();

  /** Faults and switches; see RUSAGE_THREAD in getrusage(2). */
  int usage(long[] into);

  /**
   * Opens a file to be read; see openat(2).
   *
   * @return its descriptor
   */
  int open(String path);

  /**
   * Reads a file from its beginning; see pread(2).
   *
   * @param into at most 128 bytes
   * @return so many bytes
   */
  int read(int descriptor, byte[] into);

  /** See close(2). */
  int close(int descriptor);

  /**
   * Counts events of the processor, in user mode, from now on; see perf_event_open(2).
   *
   * @param event {@link #CYCLES} or {@link #INSTRUCTIONS}
   * @param group descriptor of the first of those that are counted together, -1 to be the first
   * @return its descriptor
   */
  int openEvent(int event, int group);

  /**
   * Reads what was counted together.
   *
   * @param group descriptor of the first
   * @param into both, if the processor counted them all the time; else -1
   */
  int readEvents(int group, long[] into);

  /** The kernel of this machine. */
  static Availability<CounterKernel> ofThisMachine() {
    // The same is needed as for other calls, and the reasons why it is missing are the same.
    return Kernel.ofThisMachine().then(kernel -> opened());
  }

  private static Availability<CounterKernel> opened() {
    return CounterCalls.of(System.getProperty("os.arch", ""))
        .then(calls -> {
          try {
            return new Available<>(new NativeCounterKernel(calls));
          } catch (LinkageError | RuntimeException e) {
            return new Unavailable<>("this JVM cannot call the system's C library: " + e);
          }
        });
  }
}
