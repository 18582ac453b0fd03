package org.curtail.linux;

import java.util.BitSet;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;

/**
 * What this module asks of the Linux kernel, always about the calling thread unless it says
 * otherwise. An answer below 0 is an errno, negated, as the kernel itself gives it. Safe for all
 * threads.
 */
interface Kernel {
  /** The kernel's name for the calling thread. */
  int CALLING_THREAD = 0;

  /** See sched_getattr(2). */
  int scheduling(SchedAttr into);

  /** See sched_setattr(2). */
  int setScheduling(SchedAttr attr);

  /**
   * The cores that a thread may use; see sched_getaffinity(2).
   *
   * @param threadId of any thread, 0 for the calling one; a process's id is that of its first
   * @param into gets exactly the numbers of the cores
   */
  int affinity(int threadId, BitSet into);

  /**
   * See sched_setaffinity(2).
   *
   * @param threadId as {@link #threadId} gives it to a thread, {@link #CALLING_THREAD} for that one
   */
  int setAffinity(int threadId, BitSet cores);

  /** The same for the calling thread. */
  default int setAffinity(BitSet cores) {
    return setAffinity(CALLING_THREAD, cores);
  }

  /** The kernel's number for the calling thread; see gettid(2). */
  int threadId();

  /** The core that runs the caller now; see sched_getcpu(3). */
  int currentCore();

  /**
   * The thread's name as tools show it; see PR_GET_NAME in prctl(2).
   *
   * @return the name's bytes, empty if it cannot be had
   */
  byte[] name();

  /**
   * See PR_SET_NAME in prctl(2).
   *
   * @param name at most {@link KernelName#MOST_BYTES} bytes
   */
  int setName(byte[] name);

  /** The kernel of this machine, which is asked for once. */
  static Availability<Kernel> ofThisMachine() {
    return ThisMachine.KERNEL;
  }

  /** Apart, so that nothing native is touched before somebody asks. */
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
              + "it takes --enable-native-access=ALL-UNNAMED"
          : "this JVM cannot call the system's C library: " + failure;
    }
  }
}
