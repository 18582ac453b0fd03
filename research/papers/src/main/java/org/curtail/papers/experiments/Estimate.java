package org.curtail.papers.experiments;

import java.util.List;
import java.util.function.DoubleFunction;
import org.curtail.benchkit.results.Answer;
import org.curtail.benchkit.text.Numbers;

/**
 * A number measured several times.
 *
 * @param mean over the repeats
 * @param low least of the repeats
 * @param high greatest of the repeats
 */
public record Estimate(double mean, double low, double high) {
  /** Returns true if it is above a bound in every repeat; one repeat alone decides nothing. */
  Answer above(double bound) {
    return low == high ? Answer.NOT_DECIDED : Answer.above(bound, low, high);
  }

  /** Returns true if it is below a bound in every repeat; one repeat alone decides nothing. */
  Answer below(double bound) {
    return new Estimate(-mean, -high, -low).above(-bound);
  }

  /** Returns true if it lies between two bounds in every repeat. */
  Answer between(double least, double greatest) {
    return above(least).and(below(greatest));
  }

  /** Returns the estimate from at least one value. */
  static Estimate of(List<Double> values) {
    var statistics = values.stream().mapToDouble(Double::doubleValue).summaryStatistics();
    return new Estimate(statistics.getAverage(), statistics.getMin(), statistics.getMax());
  }

  /** Returns true if ratios over the repeats all lie near 1; false if none was measured. */
  static Answer near(List<Double> ratios, double share) {
    return ratios.isEmpty() ? Answer.NO : of(ratios).between(1 - share, 1 + share);
  }

  /** Returns ratios over the repeats in words. */
  static String times(List<Double> ratios) {
    if (ratios.isEmpty()) {
      return "not stable";
    }
    Estimate times = of(ratios);
    return "%s times (%s to %s)"
        .formatted(
            Numbers.decimal(times.mean), Numbers.decimal(times.low), Numbers.decimal(times.high));
  }

  /** Returns mean and range in words. */
  String words(DoubleFunction<String> number) {
    return "%s (%s to %s)".formatted(number.apply(mean), number.apply(low), number.apply(high));
  }
}
