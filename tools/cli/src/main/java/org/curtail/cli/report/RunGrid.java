package org.curtail.cli.report;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.terminal.PolicyNames;
import org.jspecify.annotations.Nullable;

/**
 * Runs by policy and load.
 *
 * @param policies policies in the order in which the runs name them
 * @param loads ascending
 */
record RunGrid(List<String> policies, List<Double> loads, List<Run> runs) {
  static RunGrid of(List<Run> runs) {
    return new RunGrid(
        runs.stream().map(Run::policy).distinct().toList(),
        runs.stream().map(Run::load).distinct().sorted().toList(),
        runs);
  }

  @Nullable Run run(String policy, double load) {
    return runs.stream()
        .filter(run -> run.policy().equals(policy) && run.load() == load)
        .findFirst()
        .orElse(null);
  }

  /** The runs of a policy, by load. */
  List<Run> of(String policy) {
    return loads.stream().map(load -> run(policy, load)).flatMap(Stream::ofNullable).toList();
  }

  /** The runs at a load, in the order of the policies. */
  List<Run> at(double load) {
    return policies.stream().map(policy -> run(policy, load)).flatMap(Stream::ofNullable).toList();
  }

  /** The bound at a load, if a run has it. */
  Optional<Double> boundMs(double load) {
    return at(load).stream().map(Run::boundMs).flatMap(Stream::ofNullable).findFirst();
  }

  /**
   * The last compared policy. A policy that knows the demand or may still be learning is chosen
   * only without others.
   */
  Optional<String> lastCompared() {
    return runs.stream()
        .filter(run -> !run.against().isEmpty() && !run.knowsDemand())
        .map(Run::policy)
        .reduce((earlier, later) -> PolicyNames.isAutomatic(later) ? earlier : later)
        .or(() -> policies.stream().reduce((earlier, later) -> later));
  }
}
