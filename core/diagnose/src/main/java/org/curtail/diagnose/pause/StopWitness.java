package org.curtail.diagnose.pause;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.curtail.signals.proc.ProcFile;
import org.jspecify.annotations.Nullable;

/**
 * Distinguishes a stop of the process from a safepoint, by a thread that sleeps until this object
 * is closed. A safepoint or a collection leaves a sleeping thread asleep. But a stop of the whole
 * process wakes each of its threads, at the begin and at the end of the stop. So if this thread
 * ran, the process was stopped. The kernel counts how often it ran. While it sleeps, it takes no
 * CPU time.
 *
 * <p>A virtual machine that stands still as a whole wakes no thread.
 */
final class StopWitness implements AutoCloseable {
  private static final int FIELDS_TO_SLICES = 2;

  /** The state in {@code stat} of a thread that runs or waits for a core. */
  private static final char RUNNABLE = 'R';

  private final Thread thread;
  private volatile boolean closed;

  /** The sleeping thread opens this file. Null before that, and if the file cannot be opened. */
  private volatile @Nullable ProcFile schedstat;

  /** As {@link #schedstat}. */
  private volatile @Nullable ProcFile stat;

  /** Last count of the asking thread; -1 before the first one. */
  private long slices = -1;

  private StopWitness(Path procRoot) {
    thread = new Thread(() -> sleep(procRoot), "curtail-stop-witness");
    thread.setDaemon(true);
  }

  /**
   * Starts the sleeping thread.
   *
   * @param procRoot {@code /proc}
   */
  static StopWitness start(Path procRoot) {
    var witness = new StopWitness(procRoot);
    witness.thread.start();
    return witness;
  }

  private void sleep(Path procRoot) {
    try {
      schedstat = new ProcFile(procRoot.resolve("thread-self").resolve("schedstat"));
      stat = new ProcFile(procRoot.resolve("thread-self").resolve("stat"));
    } catch (IOException e) {
      // Then this object knows nothing.
      return;
    }
    while (!closed) {
      LockSupport.park(this);
    }
  }

  /**
   * True if the thread ran since the last call. False on the first call, and if the kernel does not
   * count. For one thread; a call takes 0.5 us.
   */
  boolean ran() {
    ProcFile own = schedstat;
    if (own == null || !own.read()) {
      return false;
    }
    own.skip(FIELDS_TO_SLICES);
    long before = slices;
    slices = own.number();
    return before >= 0 && slices > before;
  }

  /**
   * True if the thread has been woken and waits for a core. If all cores are busy, it may get one
   * later than the calling thread. {@link #ran} does not count that run again. For the thread that
   * calls {@link #ran}. A call takes some microseconds, so call it only if needed.
   */
  boolean isAboutToRun() {
    ProcFile own = stat;
    if (own == null || !own.read()) {
      return false;
    }
    own.skipName();
    boolean runnable = own.character() == RUNNABLE;
    if (runnable && slices >= 0) {
      slices++;
    }
    return runnable;
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
