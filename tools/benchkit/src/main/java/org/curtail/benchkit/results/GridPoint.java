package org.curtail.benchkit.results;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import org.curtail.benchkit.text.Numbers;

/**
 * Policies that serve the same requests under the same circumstances.
 *
 * @param demand how long requests take: {@code gamma}
 * @param speedups what further threads bring: {@code good}
 * @param cores at least 1
 * @param load share of the cores that is used with one thread a request; above 0
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

  /** What a policy did, if it took part. */
  public Optional<GridFigures> figures(String policy) {
    return policies.stream().filter(figures -> figures.policy().equals(policy)).findFirst();
  }

  /**
   * How many times the other's a policy's figure is; empty if one of the two took no part or did
   * not keep up.
   */
  public OptionalDouble ratio(String policy, String other, GridStatistic statistic) {
    Optional<GridFigures> figures = figures(policy).filter(GridFigures::keptUp);
    Optional<GridFigures> others = figures(other).filter(GridFigures::keptUp);
    return figures.isEmpty() || others.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(statistic.ms(figures.get()) / statistic.ms(others.get()));
  }

  /**
   * How many times the least of all a policy's figure is: at least 1 if it is among them itself.
   *
   * @param among the names of those that it is compared with
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

  /** Whether a policy took part and did not keep up. */
  public boolean failed(String policy) {
    return figures(policy).filter(figures -> !figures.keptUp()).isPresent();
  }

  /** The circumstances in words: {@code gamma, good speedups, 4 cores, load 0.7}. */
  public String words() {
    return "%s, %s speedups, %d %s, load %s"
        .formatted(demand, speedups, cores, cores == 1 ? "core" : "cores", Numbers.plain(load));
  }
}
