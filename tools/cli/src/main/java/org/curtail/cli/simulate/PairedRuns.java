package org.curtail.cli.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.curtail.benchkit.policyruns.Blocks;
import org.curtail.benchkit.policyruns.PolicyRun;
import org.curtail.benchkit.results.Comparison;
import org.curtail.benchkit.stats.PairedBootstrap;
import org.curtail.benchkit.stats.PairedBootstrap.Figure;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.cli.simulate.Sweep.AtRate;
import org.curtail.cli.simulate.Sweep.OnTrace;
import org.curtail.sim.SimulationResult;

/**
 * Runs of policies at one rate, compared in pairs. With one trace, blocks of consecutive requests
 * are resampled; with several traces, their figures.
 */
final class PairedRuns {
  private final AtRate at;
  private final PairedBootstrap bootstrap;

  PairedRuns(AtRate at, long seed) {
    this.at = at;
    bootstrap = new PairedBootstrap(isOneTrace() ? Blocks.COUNT : at.traces().size(), seed);
  }

  private boolean isOneTrace() {
    return at.traces().size() == 1;
  }

  /** Names of the policies that finished. */
  List<String> policies() {
    return at.traces().getFirst().runs().stream().map(PolicyRun::policy).toList();
  }

  /**
   * Returns the policies for comparison. Policies that know the demand are left out, unless all
   * policies know it.
   */
  List<String> eligible() {
    List<String> eligible =
        policies().stream().filter(name -> !runs(name).getFirst().knowsDemand()).toList();
    return eligible.isEmpty() ? policies() : eligible;
  }

  /** The runs of a policy, one for each trace; it must have finished. */
  List<PolicyRun> runs(String policy) {
    var runs = new ArrayList<PolicyRun>();
    for (OnTrace on : at.traces()) {
      on.runs().stream().filter(run -> run.policy().equals(policy)).forEach(runs::add);
    }
    return runs;
  }

  /** True if a policy did not keep up on some of the traces. */
  boolean isUnstable(String policy) {
    return runs(policy).stream().anyMatch(PolicyRun::isUnstable);
  }

  /**
   * A percentile of a policy's latencies in milliseconds; with several traces, the mean of their
   * percentiles.
   */
  double percentileMs(String policy, double percentile) {
    return runs(policy).stream()
        .mapToDouble(run -> run.outcome().percentileMs(percentile))
        .average()
        .orElseThrow();
  }

  /** Interval of a policy's p99: low, high. */
  List<Double> p99SpreadMs(PolicyRun run) {
    return isOneTrace()
        ? bootstrap.spread(PairedBootstrap.percentile(Blocks.of(run.outcome()), 99))
        : List.of(run.outcome().percentileMs(99), run.outcome().percentileMs(99));
  }

  /** Ratio of a percentile of two policies. */
  Ratio ratio(String policy, String baseline, double percentile) {
    return bootstrap.ratio(figure(policy, percentile), figure(baseline, percentile));
  }

  private Figure figure(String policy, double percentile) {
    return figure(
        policy,
        blocks -> PairedBootstrap.percentile(blocks, percentile),
        outcome -> outcome.percentileMs(percentile));
  }

  private Figure figure(
      String policy,
      Function<List<double[]>, Figure> ofBlocks,
      ToDoubleFunction<SimulationResult> ofTrace) {
    List<PolicyRun> runs = runs(policy);
    return isOneTrace()
        ? ofBlocks.apply(Blocks.of(runs.getFirst().outcome()))
        : PairedBootstrap.mean(
            runs.stream().map(run -> new double[] {ofTrace.applyAsDouble(run.outcome())}).toList());
  }

  /** Ratios of one policy's figures to another's. */
  Comparison comparison(String policy, String baseline) {
    return new Comparison(
        baseline,
        bootstrap.ratio(
            figure(policy, PairedBootstrap::mean, SimulationResult::meanMs),
            figure(baseline, PairedBootstrap::mean, SimulationResult::meanMs)),
        ratio(policy, baseline, 95),
        ratio(policy, baseline, 99));
  }
}
