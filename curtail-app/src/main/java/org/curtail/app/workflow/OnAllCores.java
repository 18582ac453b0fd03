package org.curtail.app.workflow;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import org.curtail.measurement.policyruns.Workers;
import org.curtail.measurement.terminal.Console;
import org.curtail.measurement.terminal.Interrupted;

/** Tasks that share this machine's cores, and the line that says how far they have come. */
final class OnAllCores {
  private OnAllCores() {}

  /**
   * The results, in the order of tasks.
   *
   * @param what the tasks make, for the line: "curves"
   * @throws Interrupted if the user stops
   */
  static <T> List<T> of(List<Callable<T>> tasks, String what, Console console)
      throws InterruptedException {
    try (var workers = new Workers()) {
      List<Future<T>> futures = tasks.stream().map(workers::submit).toList();
      boolean done =
          Workers.await(
              futures, (count, of) -> console.progress("%d of %d %s".formatted(count, of, what)));
      if (!done) {
        throw new Interrupted("stopped while there were %s to make; nothing was written".formatted(what));
      }
      return futures.stream().map(Future::resultNow).toList();
    }
  }
}
