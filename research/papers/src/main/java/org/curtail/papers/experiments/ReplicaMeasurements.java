package org.curtail.papers.experiments;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.curtail.benchkit.results.PaperFigure.Point;

/**
 * Runs of policies in scenarios, by seed. All policies of a scenario have the same requests. A
 * policy has no number under a load that it cannot carry with each seed. Immutable.
 */
final class ReplicaMeasurements {
  /** Factor on requests: a run of replicas is fast, and a p99 under load needs many requests. */
  static final int RUN_FACTOR = 4;

  private record Key(String scenario, String policy) {}

  private final Map<Key, List<ReplicaRunFigures>> runs;

  private ReplicaMeasurements(Map<Key, List<ReplicaRunFigures>> runs) {
    this.runs = runs;
  }

  /** Runs each policy with each seed, on all cores of this machine. */
  static ReplicaMeasurements measure(ScenarioRunner runner, List<ReplicaPolicy> policies)
      throws InterruptedException {
    var tasks = new ArrayList<Callable<ReplicaRunFigures>>();
    for (ReplicaPolicy policy : policies) {
      for (long seed : runner.seeds()) {
        tasks.add(() ->
            ReplicaRunFigures.of(
                policy
                    .simulation()
                    .run(policy.scenario().trace(RUN_FACTOR * runner.requests(), seed))));
      }
    }
    List<ReplicaRunFigures> done = runner.all(tasks);
    int repeats = runner.seeds().size();
    var runs = new HashMap<Key, List<ReplicaRunFigures>>();
    for (int i = 0; i < policies.size(); i++) {
      var key = new Key(policies.get(i).scenario().name(), policies.get(i).name());
      if (runs.put(key, List.copyOf(done.subList(i * repeats, (i + 1) * repeats))) != null) {
        throw new IllegalArgumentException("measured twice: " + key);
      }
    }
    return new ReplicaMeasurements(runs);
  }

  private List<ReplicaRunFigures> runs(String scenario, String policy) {
    var key = new Key(scenario, policy);
    List<ReplicaRunFigures> found = runs.get(key);
    if (found == null) {
      throw new IllegalArgumentException("not measured: " + key);
    }
    return found.stream().allMatch(ReplicaRunFigures::keptUp) ? found : List.of();
  }

  /** Returns a number of a policy's runs; empty if the policy cannot carry the load. */
  Optional<Estimate> of(
      String scenario, String policy, ToDoubleFunction<ReplicaRunFigures> number) {
    List<Double> values =
        runs(scenario, policy).stream().map(run -> (Double) number.applyAsDouble(run)).toList();
    return values.isEmpty() ? Optional.empty() : Optional.of(Estimate.of(values));
  }

  /** Returns a number of two policies on the same requests; empty if one cannot carry the load. */
  Optional<Estimate> of(
      String scenario,
      String policy,
      String other,
      ToDoubleBiFunction<ReplicaRunFigures, ReplicaRunFigures> number) {
    List<ReplicaRunFigures> mine = runs(scenario, policy);
    List<ReplicaRunFigures> theirs = runs(scenario, other);
    List<Double> values =
        IntStream.range(0, Math.min(mine.size(), theirs.size()))
            .mapToObj(i -> (Double) number.applyAsDouble(mine.get(i), theirs.get(i)))
            .toList();
    return values.isEmpty() ? Optional.empty() : Optional.of(Estimate.of(values));
  }

  /** Returns the ratio of a policy's p99 to another's, on the same requests. */
  Optional<Estimate> p99Ratio(String scenario, String policy, String other) {
    return of(scenario, policy, other, (run, than) -> run.p99Millis() / than.p99Millis());
  }

  /** Returns the distance of a policy's p99 below that of another, in percent. */
  Optional<Estimate> p99BelowPercent(String scenario, String policy, String other) {
    return of(
        scenario, policy, other, (run, than) -> 100 * (1 - run.p99Millis() / than.p99Millis()));
  }

  /** Returns a point of a curve; empty if the policy cannot carry the load. */
  Optional<Point> point(
      double x, String scenario, String policy, ToDoubleFunction<ReplicaRunFigures> number) {
    return of(scenario, policy, number).map(y -> new Point(x, y.mean(), y.low(), y.high()));
  }
}
