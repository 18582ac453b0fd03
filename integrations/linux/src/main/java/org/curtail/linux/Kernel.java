package org.curtail.linux;

import java.util.BitSet;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;

/**
 * Linux kernel calls of this module. The calls affect the calling thread unless stated otherwise. A
 * result below 0 is a negated errno, as from the kernel. Thread-safe.
 */
interface Kernel {
  /** The kernel's id for the calling thread. */
  int CALLING_THREAD = 0;

  /** Reads the scheduling attributes; see sched_getattr(2). */
  int scheduling(SchedAttr into);

  /** Sets the scheduling attributes; see sched_setattr(2). */
  int setScheduling(SchedAttr attr);

  /**
   * Reads the cores that a thread may use; see sched_getaffinity(2).
   *
   * @param threadId any thread, 0 for the calling one; a process's id is that of its first thread
   * @param into receives exactly the numbers of the cores
   */
  int affinity(int threadId, BitSet into);

  /**
   * Sets the cores of a thread; see sched_setaffinity(2).
   *
   * @param threadId id from {@link #threadId}, or {@link #CALLING_THREAD}
   */
  int setAffinity(int threadId, BitSet cores);

  /** Sets the cores of the calling thread. */
  default int setAffinity(BitSet cores) {
    return setAffinity(CALLING_THREAD, cores);
  }

  /** Returns the kernel's id of the calling thread; see gettid(2). */
  int threadId();

  /** Returns the core that runs the caller now; see sched_getcpu(3). */
  int currentCore();

  /**
   * Returns the name of the thread in system tools; see PR_GET_NAME in prctl(2).
   *
   * @return bytes of the name, empty if it is unavailable
   */
  byte[] name();

  /**
   * Sets the name; see PR_SET_NAME in prctl(2).
   *
   * @param name at most {@link KernelName#MOST_BYTES} bytes
   */
  int setName(byte[] name);

  /** Returns the kernel of this machine, opened once. */
  static Availability<Kernel> ofThisMachine() {
    return ThisMachine.KERNEL;
  }

  /** A separate class, so that nothing native is loaded before first use. */
  final class ThisMachine {
    private static final Availability<Kernel> KERNEL =
        open(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));

    private ThisMachine() {}

    static Availability<Kernel> open(String system, String architecture) {
      if (!system.equals("Linux")) {
        return new Unavailable<>("this is %s, not Linux".formatted(system));
      }
      return SystemCalls.of(architecture).then(ThisMachine::open);
    }

    private static Availability<Kernel> open(SystemCalls calls) {
      try {
        return new Available<>(new NativeKernel(calls));
      } catch (ExceptionInInitializerError e) {
        Throwable cause = e.getCause();
        return new Unavailable<>(refusal(cause == null ? e : cause));
      } catch (LinkageError | RuntimeException e) {
        return new Unavailable<>(refusal(e));
      }
    }

    private static String refusal(Throwable failure) {
      return failure instanceof IllegalCallerException
          ? "this JVM refuses native access (IllegalCallerException): "
              + "it requires --enable-native-access=ALL-UNNAMED"
          : "this JVM cannot call the system's C library: " + failure;
    }
  }
}
