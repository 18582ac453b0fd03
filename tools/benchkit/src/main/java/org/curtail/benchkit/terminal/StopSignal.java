package org.curtail.benchkit.terminal;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C and SIGTERM as a flag that long work reads at its safe points. The process ends only when
 * the command has returned, so that finished work is written first, or after half a minute.
 *
 * <p>One per process; thread-safe.
 */
public final class StopSignal {
  /** Intervals of long simulations take seconds, and more where other work has the cores. */
  private static final long GRACE_SECONDS = 30;

  private static volatile boolean raised;

  private StopSignal() {}

  /** True once the user asked the process to stop. */
  public static boolean raised() {
    return raised;
  }

  /**
   * Ends the present work if the user asked for it.
   *
   * @param kept the finished and kept work, or that there is none; goes into the message
   * @throws Interrupted if {@link #raised}
   */
  public static void check(String kept) {
    if (raised) {
      throw new Interrupted(kept);
    }
  }

  /**
   * Installs handlers by which the signals raise the flag.
   *
   * @return to be counted down when the command has returned
   */
  public static CountDownLatch install() {
    var returned = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  if (returned.getCount() > 0) {
                    raised = true;
                    try {
                      boolean inTime = returned.await(GRACE_SECONDS, TimeUnit.SECONDS);
                      if (!inTime) {
                        System.err.println("curtail: stopped without waiting any longer");
                      }
                    } catch (InterruptedException e) {
                      Thread.currentThread().interrupt();
                    }
                  }
                },
                "curtail-stop"));
    return returned;
  }
}
