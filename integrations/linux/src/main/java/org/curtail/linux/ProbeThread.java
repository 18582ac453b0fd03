package org.curtail.linux;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.curtail.linux.Availability.Unavailable;

/** Temporary thread for one experiment. Changes of its kernel state end with it. */
final class ProbeThread<T> {
  private static final long MOST_SECONDS = 10;

  private final FutureTask<Availability<T>> experiment;

  private ProbeThread(FutureTask<Availability<T>> experiment) {
    this.experiment = experiment;
  }

  static <T> ProbeThread<T> start(Callable<Availability<T>> experiment) {
    var task = new FutureTask<>(experiment);
    Thread.ofPlatform().daemon().name("curtail-probe").start(task);
    return new ProbeThread<>(task);
  }

  /**
   * Waits for the result. An interrupt of the caller cancels the experiment, and the caller stays
   * interrupted.
   */
  Availability<T> outcome() {
    try {
      return experiment.get(MOST_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      experiment.cancel(true);
      Thread.currentThread().interrupt();
      return new Unavailable<>("the probe was interrupted");
    } catch (TimeoutException e) {
      experiment.cancel(true);
      return new Unavailable<>("the probe did not end within %d s".formatted(MOST_SECONDS));
    } catch (ExecutionException e) {
      return new Unavailable<>("the probe failed: " + e.getCause());
    }
  }
}
