package org.curtail.benchkit.terminal;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C and SIGTERM as a flag, which long work reads at safe points. The process ends when the
 * command has returned and finished work is written, or after half a minute.
 *
 * <p>One per process; thread-safe.
 */
public final class StopSignal {
  /**
   * Greatest wait for the command: the interval between safe points of long simulations may be some
   * seconds.
   */
  private static final long GRACE_SECONDS = 30;

  private static volatile boolean raised;

  private StopSignal() {}

  /** True once the user has stopped the process. */
  public static boolean raised() {
    return raised;
  }

  /**
   * Ends the present work if the user has stopped the process.
   *
   * @param kept text on the kept work for the message
   * @throws Interrupted if {@link #raised}
   */
  public static void check(String kept) {
    if (raised) {
      throw new Interrupted(kept);
    }
  }

  /**
   * Installs handlers of the signals.
   *
   * @return latch to be counted down when the command has returned
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
