package org.curtail.linux;

import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;

/**
 * Kernel calls for counters of the calling thread. A result below 0 is a negated errno, as from the
 * kernel. Thread-safe.
 */
interface CounterKernel {
  /** Indexes into the values of {@link #usage}. */
  int MINOR_FAULTS = 0;

  int MAJOR_FAULTS = 1;
  int VOLUNTARY_SWITCHES = 2;
  int INVOLUNTARY_SWITCHES = 3;

  /** Indexes into the values of {@link #readEvents}. */
  int CYCLES = 0;

  int INSTRUCTIONS = 1;

  /** CPU time; see CLOCK_THREAD_CPUTIME_ID in clock_gettime(2). */
  long cpuNanos();

  /** Reads faults and switches; see RUSAGE_THREAD in getrusage(2). */
  int usage(long[] into);

  /**
   * Opens a file for reading; see openat(2).
   *
   * @return descriptor of the file
   */
  int open(String path);

  /**
   * Reads a file from its beginning; see pread(2).
   *
   * @param into at most 128 bytes
   * @return number of bytes read
   */
  int read(int descriptor, byte[] into);

  /** Closes a descriptor; see close(2). */
  int close(int descriptor);

  /**
   * Counts processor events in user mode from now on; see perf_event_open(2).
   *
   * @param event {@link #CYCLES} or {@link #INSTRUCTIONS}
   * @param group descriptor of the first event of its group, -1 to start a group
   * @return descriptor of the event
   */
  int openEvent(int event, int group);

  /**
   * Reads the counts of a group.
   *
   * @param group descriptor of its first event
   * @param into receives both counts if the processor counted all the time; else -1
   */
  int readEvents(int group, long[] into);

  /** Returns the kernel of this machine. */
  static Availability<CounterKernel> ofThisMachine() {
    // The requirements are those of the other calls.
    return Kernel.ofThisMachine().then(kernel -> opened());
  }

  private static Availability<CounterKernel> opened() {
    return SystemCalls.of(System.getProperty("os.arch", ""))
        .then(calls -> {
          try {
            return new Available<>(new NativeCounterKernel(calls));
          } catch (LinkageError | RuntimeException e) {
            return new Unavailable<>("this JVM cannot call the system's C library: " + e);
          }
        });
  }
}
