package org.curtail.benchkit.policyruns;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.StopSignal;

/** Threads for simulations, one for each core of this machine. */
public final class Workers implements AutoCloseable {
  private static final long LOOK_MILLIS = 50;

  // Daemons: an abandoned run does not keep the process alive.
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          Runtime.getRuntime().availableProcessors(),
          Thread.ofPlatform().daemon().name("curtail-simulate-", 0).factory());

  /** Observer of the progress. */
  @FunctionalInterface
  public interface Progress {
    void done(long tasks, int of);
  }

  /** Runs a task when a thread is free, in the order of submission. */
  public <T> Future<T> submit(Callable<T> task) {
    return threads.submit(task);
  }

  /**
   * Waits for tasks.
   *
   * @return true if all tasks were done before the user stopped the work
   * @throws IllegalStateException if a task failed
   */
  public static boolean await(List<? extends Future<?>> tasks, Progress progress)
      throws InterruptedException {
    for (Future<?> task : tasks) {
      while (!isDoneSoon(task)) {
        if (StopSignal.raised()) {
          return false;
        }
        progress.done(tasks.stream().filter(Future::isDone).count(), tasks.size());
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

  /** True if a task has ended with a result. */
  public static boolean isFinished(Future<?> task) {
    return task.state() == Future.State.SUCCESS;
  }

  /** Drops all tasks that have not begun. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
