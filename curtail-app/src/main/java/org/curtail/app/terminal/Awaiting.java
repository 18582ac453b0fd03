package org.curtail.app.terminal;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for what other threads do, as long as the user wants to. */
public final class Awaiting {
  private static final long LOOK_MILLIS = 50;

  private Awaiting() {}

  /**
   * Waits for all tasks.
   *
   * @param look called many times a second meanwhile: to show how far the work has come
   * @return whether all was done before the user wanted to stop
   * @throws IllegalStateException if a task failed
   */
  public static boolean all(List<? extends Future<?>> tasks, Runnable look)
      throws InterruptedException {
    for (Future<?> task : tasks) {
      while (!isDoneSoon(task)) {
        if (StopSignal.raised()) {
          return false;
        }
        look.run();
      }
    }
    return true;
  }

  private static boolean isDoneSoon(Future<?> task) throws InterruptedException {
    try {
      task.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new IllegalStateException(Failure.reason(cause), cause);
    }
  }

  /** Whether a task has ended with a result. */
  public static boolean isFinished(Future<?> task) {
    return task.state() == Future.State.SUCCESS;
  }
}
