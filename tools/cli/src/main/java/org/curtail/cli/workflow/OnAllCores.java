package org.curtail.cli.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.curtail.benchkit.policyruns.Workers;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.Interrupted;

/** Tasks that share this machine's cores, with a line of progress. */
final class OnAllCores implements AutoCloseable {
  private final Workers workers = new Workers();
  private final List<Future<?>> tasks = new ArrayList<>();
  private final String what;
  private final Console console;

  /**
   * Creates an empty list of tasks.
   *
   * @param what name of the tasks' results, for the line: "curves"
   */
  OnAllCores(String what, Console console) {
    this.what = what;
    this.console = console;
  }

  /**
   * Starts a task when a core is free, in the order of calls.
   *
   * @return its result, available after {@link #await}
   */
  <T> Supplier<T> begin(Callable<T> task) {
    Future<T> begun = workers.submit(task);
    tasks.add(begun);
    return begun::resultNow;
  }

  /**
   * Waits for all tasks.
   *
   * @throws Interrupted if the user stops
   */
  void await() throws InterruptedException {
    boolean done =
        Workers.await(
            tasks, (count, of) -> console.progress("%d of %d %s".formatted(count, of, what)));
    if (!done) {
      throw new Interrupted(
          "stopped during the computation of %s; nothing was written".formatted(what));
    }
  }

  /** Drops tasks that have not started. */
  @Override
  public void close() {
    workers.close();
  }

  /**
   * The results of tasks of one kind, in their order.
   *
   * @throws Interrupted if the user stops
   */
  static <T> List<T> of(List<Callable<T>> tasks, String what, Console console)
      throws InterruptedException {
    try (var cores = new OnAllCores(what, console)) {
      List<Supplier<T>> results = tasks.stream().map(cores::begin).toList();
      cores.await();
      return results.stream().map(Supplier::get).toList();
    }
  }
}
