package org.curtail.cli.diagnose;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.curtail.benchkit.results.Observing.Looks;
import org.curtail.cli.diagnose.observer.Observer.Report;
import org.jspecify.annotations.Nullable;

/** What the observer did in all blocks. */
final class Looked {
  private Looked() {}

  /** On average over blocks; empty if there was no observer. */
  static Optional<Looks> of(List<Report> blocks) {
    if (blocks.isEmpty()) {
      return Optional.empty();
    }
    double passRate = mean(blocks, report -> report.fidelity().passRate());
    return Optional.of(
        new Looks(
            known(blocks.getFirst().askedPerSecond()),
            mean(blocks, Report::chosenPerSecond),
            mean(blocks, Report::seenPerSecond),
            mean(blocks, Report::lookNanos),
            known(mean(blocks, Report::cpuShare)),
            known(passRate),
            blocks.stream().mapToInt(report -> report.fidelity().gaps().cardinality()).sum(),
            known(blocks.getLast().fidelity().epsilon())));
  }

  private static @Nullable Double known(double figure) {
    return Double.isNaN(figure) ? null : figure;
  }

  private static double mean(List<Report> blocks, ToDoubleFunction<Report> figure) {
    return blocks.stream().mapToDouble(figure).average().orElseThrow();
  }
}
