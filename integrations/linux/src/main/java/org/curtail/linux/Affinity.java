package org.curtail.linux;

import java.util.BitSet;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;

/**
 * CPU affinity of threads. Within the process's own cores it needs no privilege. Thread-safe.
 * Virtual threads cannot be pinned.
 *
 * <p>Reading the current core takes about 10 ns. Pinning takes some microseconds, or some ten if
 * the thread has to move.
 *
 * <p>Source: sched_setaffinity(2), sched_getcpu(3), cpuset(7).
 */
public final class Affinity {
  private Affinity() {}

  /** Cores that the process may use: those of its first thread, which this module never pins. */
  public static Availability<Cores> ofProcess() {
    return Kernel.ofThisMachine()
        .then(kernel -> cores(kernel, Math.toIntExact(ProcessHandle.current().pid())));
  }

  /**
   * Cores that the calling thread may use. A thread inherits them from the thread that starts it.
   */
  public static Availability<Cores> ofThread() {
    return CallingThread.kernel().then(kernel -> cores(kernel, Kernel.CALLING_THREAD));
  }

  /** Core that runs the calling thread now. */
  public static Availability<Integer> currentCore() {
    return CallingThread.kernel()
        .then(kernel -> {
          int core = kernel.currentCore();
          return core < 0
              ? new Unavailable<>("sched_getcpu: " + Errno.reason(core))
              : new Available<>(core);
        });
  }

  /**
   * Pins the calling thread to cores until the result is closed.
   *
   * @param cores at least one of them must belong to the process
   */
  public static Availability<Pin> pin(Cores cores) {
    return CallingThread.kernel().then(kernel -> pin(kernel, cores));
  }

  /** Allows other threads to move the calling thread to other cores, until the result is closed. */
  public static Availability<MovableThread> movable() {
    return CallingThread.kernel().then(Affinity::movable);
  }

  static Availability<MovableThread> movable(Kernel kernel) {
    return cores(kernel, Kernel.CALLING_THREAD)
        .then(before -> {
          int threadId = kernel.threadId();
          return threadId < 0
              ? new Unavailable<>("gettid: " + Errno.reason(threadId))
              : new Available<>(new MovableThread(kernel, threadId, before));
        });
  }

  static Availability<Pin> pin(Kernel kernel, Cores cores) {
    return cores(kernel, Kernel.CALLING_THREAD)
        .then(before -> {
          int answer = kernel.setAffinity(cores.bits());
          return answer < 0
              ? new Unavailable<>(
                  "sched_setaffinity to core %s: %s".formatted(cores, Errno.reason(answer)))
              : new Available<>(new Pin(kernel, cores, before));
        });
  }

  static Availability<Cores> cores(Kernel kernel, int threadId) {
    var bits = new BitSet();
    int answer = kernel.affinity(threadId, bits);
    return answer < 0
        ? new Unavailable<>("sched_getaffinity: " + Errno.reason(answer))
        : new Available<>(Cores.of(bits));
  }
}
