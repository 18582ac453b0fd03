package org.curtail.papers.experiments;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.curtail.benchkit.results.Run;

/** From which rate on one policy is worse than another. */
final class Crossing {
  private Crossing() {}

  /**
   * The least rate at which a number of one policy exceeds that of another, between measured rates
   * on a straight line; over the repeats. Empty if that happens in no repeat.
   */
  static Optional<Estimate> of(
      Measurements measured, String policy, String other, ToDoubleFunction<Run> number) {
    var crossings = new ArrayList<Double>();
    for (long seed : measured.seeds()) {
      var rates = new ArrayList<Double>();
      var differences = new ArrayList<Double>();
      for (double rps : measured.scenario().rates()) {
        Optional<Run> run = measured.run(policy, rps, seed);
        Optional<Run> than = measured.run(other, rps, seed);
        if (run.isPresent() && than.isPresent()) {
          rates.add(rps);
          differences.add(number.applyAsDouble(run.get()) - number.applyAsDouble(than.get()));
        }
      }
      first(rates, differences).ifPresent(crossings::add);
    }
    return crossings.isEmpty() ? Optional.empty() : Optional.of(Estimate.of(crossings));
  }

  /** Where a difference first becomes positive. */
  static OptionalDouble first(List<Double> rates, List<Double> differences) {
    for (int i = 1; i < rates.size(); i++) {
      double before = differences.get(i - 1);
      double after = differences.get(i);
      if (before <= 0 && after > 0) {
        double share = before / (before - after);
        return OptionalDouble.of(rates.get(i - 1) + share * (rates.get(i) - rates.get(i - 1)));
      }
    }
    return OptionalDouble.empty();
  }
}
