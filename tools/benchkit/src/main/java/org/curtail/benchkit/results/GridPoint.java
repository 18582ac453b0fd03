package org.curtail.benchkit.results;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import org.curtail.benchkit.text.Numbers;

/**
 * Results of policies for the same requests under the same conditions.
 *
 * @param demand distribution of the requests' times: {@code gamma}
 * @param speedups effect of more threads: {@code good}
 * @param cores number of cores: at least 1
 * @param load used share of the cores with one thread per request: above 0
 * @param perSecond requests per second, which follow from demand, cores and load
 * @param policies each name once
 */
public record GridPoint(
    String demand,
    String speedups,
    int cores,
    double load,
    double perSecond,
    List<GridFigures> policies) {
  public GridPoint {
    policies = List.copyOf(policies);
  }

  /** Returns the figures of a policy; empty if it did not run. */
  public Optional<GridFigures> figures(String policy) {
    return policies.stream().filter(figures -> figures.policy().equals(policy)).findFirst();
  }

  /**
   * Returns the ratio of two policies' figures; empty if one of the policies did not run or did not
   * keep up.
   */
  public OptionalDouble ratio(String policy, String other, GridStatistic statistic) {
    Optional<GridFigures> figures = figures(policy).filter(GridFigures::keptUp);
    Optional<GridFigures> others = figures(other).filter(GridFigures::keptUp);
    return figures.isEmpty() || others.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(statistic.ms(figures.get()) / statistic.ms(others.get()));
  }

  /**
   * Returns the ratio of a policy's figure to the least figure of several policies.
   *
   * @param among names of these policies
   */
  public OptionalDouble ratioToBest(
      String policy, Predicate<String> among, GridStatistic statistic) {
    OptionalDouble best =
        policies.stream()
            .filter(GridFigures::keptUp)
            .filter(figures -> among.test(figures.policy()))
            .mapToDouble(statistic::ms)
            .min();
    Optional<GridFigures> figures = figures(policy).filter(GridFigures::keptUp);
    return best.isEmpty() || figures.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(statistic.ms(figures.get()) / best.getAsDouble());
  }

  /** True if a policy ran and did not keep up. */
  public boolean failed(String policy) {
    return figures(policy).filter(figures -> !figures.keptUp()).isPresent();
  }

  /** Returns the conditions as text: {@code gamma, good speedups, 4 cores, load 0.7}. */
  public String words() {
    return "%s, %s speedups, %d %s, load %s"
        .formatted(demand, speedups, cores, cores == 1 ? "core" : "cores", Numbers.plain(load));
  }
}
