package org.curtail.cli.capacity;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.curtail.benchkit.capacity.Capacity;
import org.curtail.benchkit.capacity.CapacitySearch;
import org.curtail.benchkit.capacity.LimitTail;
import org.curtail.benchkit.capacity.SimulatedTail;
import org.curtail.benchkit.capacity.TailCurve;
import org.curtail.benchkit.policyruns.Contender;
import org.curtail.benchkit.policyruns.Workers;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.text.Numbers;
import org.curtail.sim.SimulationResult;

/**
 * Searches the largest load of every policy, and the limit for all policies. All cores share the
 * traces of a search. Searches run one after the other, so finished ones remain if the user stops
 * the work. Results do not depend on the number of cores.
 */
public final class CapacitySweep {
  private final CapacitySetting setting;
  private final Console console;
  private final AtomicInteger runs = new AtomicInteger();
  private final Workers workers = new Workers();
  private final ExecutorService searches;

  /**
   * The capacity of one policy.
   *
   * @param utilisation utilisation of the cores at the largest rate; 0 without one
   * @param meanDegree mean degree of the running requests at the largest rate; 0 without one
   */
  record PolicyCapacity(String policy, Capacity capacity, double utilisation, double meanDegree) {}

  /**
   * The finished searches.
   *
   * @param policies policies in the order given
   * @param limit the load that no policy exceeds; empty if the user stopped before it
   * @param complete false if the user stopped the work
   */
  public record Finished(
      List<PolicyCapacity> policies, Optional<Capacity> limit, boolean complete) {
    public Finished {
      policies = List.copyOf(policies);
    }
  }

  private CapacitySweep(CapacitySetting setting, Console console) {
    this.setting = setting;
    this.console = console;
    // Just enough traces run at a time to keep all cores busy. Daemons: abandoned work does not
    // keep
    // the process alive.
    searches =
        Executors.newFixedThreadPool(
            1 + Runtime.getRuntime().availableProcessors() / setting.precision().fewestTraces(),
            Thread.ofPlatform().daemon().name("curtail-search-", 0).factory());
  }

  /** Runs all searches, or those finished when the user stopped the work. */
  public static Finished run(CapacitySetting setting, Console console) throws InterruptedException {
    return new CapacitySweep(setting, console).run();
  }

  private Finished run() throws InterruptedException {
    try {
      Future<Capacity> limit = searches.submit(this::limit);
      List<Future<PolicyCapacity>> found =
          setting.policies().stream().map(policy -> searches.submit(() -> found(policy))).toList();
      List<Future<?>> all = Stream.concat(found.stream(), Stream.of(limit)).toList();
      boolean complete = Workers.await(all, this::show);
      return new Finished(
          found.stream().filter(Workers::isFinished).map(Future::resultNow).toList(),
          Workers.isFinished(limit) ? Optional.of(limit.resultNow()) : Optional.empty(),
          complete);
    } finally {
      searches.shutdownNow();
      workers.close();
    }
  }

  private void show(long done, int of) {
    console.progress(
        "capacity: %d of %d searches done, %s runs".formatted(done, of, Numbers.count(runs.get())));
  }

  private Capacity limit() {
    return search(new LimitTail(setting.traces(), setting.machine().cores(), setting.percentile()));
  }

  /** Computes the outcome of a trace at a rate. */
  @FunctionalInterface
  private interface Outcomes {
    SimulationResult at(double perSecond, int trace);
  }

  private PolicyCapacity found(Contender policy) {
    return switch (policy) {
      case Contender.Fixed fixed -> {
        var tail =
            new SimulatedTail(
                seed -> setting.service(fixed, seed),
                fixed.policy(),
                setting.traces(),
                setting.percentile());
        yield found(fixed.name(), tail, tail::outcome);
      }
      case Contender.Automatic automatic -> {
        AutomaticTail tail = result(workers.submit(() -> AutomaticTail.planned(setting)));
        yield found(automatic.name(), tail, tail::outcome);
      }
      case Contender.ToTune toTune ->
          throw new IllegalStateException(toTune.name() + " has no capacity of its own");
    };
  }

  private PolicyCapacity found(String policy, TailCurve tail, Outcomes at) {
    Capacity capacity = search(tail);
    List<SimulationResult> outcomes =
        switch (capacity) {
          case Capacity.Carries carries ->
              all(carries.perTrace().size(), trace -> () -> at.at(carries.perSecond(), trace));
          case Capacity.MissesWhenIdle idle -> List.of();
          case Capacity.MeetsWhileStable stable -> List.of();
        };
    int cores = setting.machine().cores();
    return new PolicyCapacity(
        policy,
        capacity,
        outcomes.stream().mapToDouble(outcome -> outcome.utilisation(cores)).average().orElse(0),
        outcomes.stream().mapToDouble(SimulationResult::meanDegree).average().orElse(0));
  }

  private Capacity search(TailCurve tail) {
    return CapacitySearch.of(
        sharedOut(tail), setting.targetMs(), setting.mostPerSecond(), setting.precision());
  }

  private TailCurve sharedOut(TailCurve tail) {
    return new TailCurve() {
      @Override
      public double tailMs(double perSecond, int trace) {
        return tail.tailMs(perSecond, trace);
      }

      @Override
      public List<Double> tailsMs(double perSecond, int traces) {
        return all(traces, trace -> () -> tail.tailMs(perSecond, trace));
      }
    };
  }

  /** One result for each trace, in their order. */
  private <T> List<T> all(int traces, IntFunction<Callable<T>> one) {
    List<Future<T>> begun =
        IntStream.range(0, traces).mapToObj(trace -> workers.submit(one.apply(trace))).toList();
    return begun.stream().map(this::result).toList();
  }

  private <T> T result(Future<T> run) {
    try {
      T result = run.get();
      runs.incrementAndGet();
      return result;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the user stopped the work", e);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new IllegalStateException(Failure.reason(cause), cause);
    }
  }
}
