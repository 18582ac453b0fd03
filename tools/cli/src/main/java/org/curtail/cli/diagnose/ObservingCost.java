package org.curtail.cli.diagnose;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.curtail.benchkit.results.Observing.Cost;
import org.curtail.benchkit.stats.PairedBootstrap;

/**
 * Cost of observing: observed blocks alternate with unobserved ones on the same arrivals. For one
 * thread.
 */
final class ObservingCost {
  private static final double MEDIAN = 50;
  private static final double TAIL = 99;

  private final List<double[]> observedMs = new ArrayList<>();
  private final List<double[]> plainMs = new ArrayList<>();
  private final List<double[]> observedCpuMs = new ArrayList<>();
  private final List<double[]> plainCpuMs = new ArrayList<>();

  void add(ServedBlock observed, ServedBlock plain) {
    observedMs.add(observed.latenciesMs());
    plainMs.add(plain.latenciesMs());
    observedCpuMs.add(new double[] {observed.cpuMs()});
    plainCpuMs.add(new double[] {plain.cpuMs()});
  }

  /** Ratios with intervals from resampling pairs; empty for less than two pairs. */
  Optional<Cost> figures(long seed) {
    int pairs = observedMs.size();
    if (pairs < 2) {
      return Optional.empty();
    }
    var bootstrap = new PairedBootstrap(pairs, seed);
    return Optional.of(
        new Cost(
            pairs,
            bootstrap.ratio(PairedBootstrap.mean(observedCpuMs), PairedBootstrap.mean(plainCpuMs)),
            bootstrap.ratio(
                PairedBootstrap.percentile(observedMs, MEDIAN),
                PairedBootstrap.percentile(plainMs, MEDIAN)),
            bootstrap.ratio(
                PairedBootstrap.percentile(observedMs, TAIL),
                PairedBootstrap.percentile(plainMs, TAIL))));
  }
}
