package org.curtail.papers.experiments;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.curtail.benchkit.policyruns.RunMean;
import org.curtail.benchkit.results.PaperFigure.Bar;
import org.curtail.benchkit.results.PaperFigure.Curve;
import org.curtail.benchkit.results.PaperFigure.Point;
import org.curtail.benchkit.results.Repeat;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.Variant;
import org.curtail.benchkit.text.Numbers;

/**
 * The runs of a scenario. A policy has no number at a rate that it cannot carry with each seed.
 * Immutable.
 */
public final class Measurements {
  private final Scenario scenario;
  private final List<Single> singles;

  /** One run. */
  record Single(long seed, Run run) {}

  Measurements(Scenario scenario, List<Single> singles) {
    this.scenario = scenario;
    this.singles = List.copyOf(singles);
  }

  /** The measurements. */
  public Scenario scenario() {
    return scenario;
  }

  /** Returns the runs of a policy at a rate, by seed. */
  private List<Run> all(String policy, double rps) {
    return singles.stream()
        .map(Single::run)
        .filter(run -> run.policy().equals(policy) && run.rps() == rps)
        .toList();
  }

  /** Returns these runs; empty if the policy cannot carry the rate with each seed. */
  private List<Run> stable(String policy, double rps) {
    List<Run> runs = all(policy, rps);
    return runs.stream().allMatch(run -> run.unstable() == null) ? runs : List.of();
  }

  /** Returns the seeds of the repeats. */
  List<Long> seeds() {
    return singles.stream().map(Single::seed).distinct().toList();
  }

  /** Returns a single run; empty if the policy cannot carry the rate with this seed. */
  Optional<Run> run(String policy, double rps, long seed) {
    return singles.stream()
        .filter(single -> single.seed() == seed)
        .map(Single::run)
        .filter(run -> run.policy().equals(policy) && run.rps() == rps && run.unstable() == null)
        .findFirst();
  }

  /** Returns true if a policy was measured at a rate and carried it. */
  public boolean isStable(String policy, double rps) {
    return !stable(policy, rps).isEmpty();
  }

  /** Returns a number of a policy's runs at a rate; empty if the policy cannot carry the rate. */
  public Optional<Estimate> of(String policy, double rps, ToDoubleFunction<Run> number) {
    return estimate(stable(policy, rps).stream().map(number::applyAsDouble).toList());
  }

  /** Returns a number of two policies on the same requests; empty if one cannot carry the rate. */
  public Optional<Estimate> of(
      String policy, String other, double rps, ToDoubleBiFunction<Run, Run> number) {
    List<Run> runs = stable(policy, rps);
    List<Run> others = stable(other, rps);
    var values = new ArrayList<Double>();
    for (int i = 0; i < Math.min(runs.size(), others.size()); i++) {
      values.add(number.applyAsDouble(runs.get(i), others.get(i)));
    }
    return estimate(values);
  }

  private static Optional<Estimate> estimate(List<Double> values) {
    return values.isEmpty() ? Optional.empty() : Optional.of(Estimate.of(values));
  }

  /** Returns the curve of a number against the rate, over the carried rates. */
  public Curve curve(String policy, ToDoubleFunction<Run> number) {
    boolean knowsDemand =
        scenario.policies().stream()
            .anyMatch(
                named -> named.name().equals(policy) && named.policy().traits().needsPrediction());
    return new Curve(
        policy,
        knowsDemand,
        scenario.rates().stream()
            .flatMap(rps ->
                of(policy, rps, number)
                    .map(y -> new Point(rps, y.mean(), y.low(), y.high()))
                    .stream())
            .toList());
  }

  /** Returns the same for several policies, without those that carried no rate. */
  List<Curve> curves(List<String> policies, ToDoubleFunction<Run> number) {
    return policies.stream()
        .map(policy -> curve(policy, number))
        .filter(curve -> !curve.points().isEmpty())
        .toList();
  }

  /**
   * Returns the number of requests at each degree at a rate; empty if the policy did not carry it.
   */
  Stream<Bar> bar(String title, String policy, double rps, ToDoubleFunction<Run> meanDegree) {
    return means().stream()
        .filter(run -> run.policy().equals(policy) && run.rps() == rps)
        .map(run ->
            new Bar(
                title,
                run.degrees().degreeShares(),
                "mean degree " + Numbers.decimal(meanDegree.applyAsDouble(run))));
  }

  /** Returns the curve of the lower bound of all policies' p99. */
  public Curve limit() {
    return new Curve(
        "limit",
        true,
        scenario.rates().stream()
            .flatMap(
                rps -> limitMs(rps).map(y -> new Point(rps, y.mean(), y.low(), y.high())).stream())
            .toList());
  }

  private Optional<Estimate> limitMs(double rps) {
    return scenario.policies().stream()
        .findFirst()
        .flatMap(policy ->
            estimate(
                all(policy.name(), rps).stream()
                    .map(run -> Objects.requireNonNull(run.boundMs()))
                    .toList()));
  }

  /** Returns the excess of a run's p99 over the lower bound of all policies, in percent. */
  public static double aboveLimitPercent(Run run) {
    return 100 * Math.max(0, run.latency().p99Ms() / Objects.requireNonNull(run.boundMs()) - 1);
  }

  /** Returns the mean of each policy's runs at each rate, by rate. */
  public List<Run> means() {
    return scenario.rates().stream()
        .flatMap(rps ->
            scenario.policies().stream()
                .map(policy -> RunMean.of(all(policy.name(), rps), List.of())))
        .toList();
  }

  /** Returns all single runs. */
  public List<Repeat> repeats() {
    return singles.stream().map(single -> Repeat.of(single.run(), single.seed())).toList();
  }

  /** Returns these measurements for a result file. */
  public Variant variant() {
    return new Variant(scenario.name(), scenario.what(), means(), repeats());
  }

  /**
   * Returns the policies with their rates that they cannot carry, in words; empty if there are
   * none.
   */
  public String unstable() {
    var words = new ArrayList<String>();
    for (double rps : scenario.rates()) {
      List<String> overloaded =
          scenario.policies().stream()
              .map(policy -> policy.name())
              .filter(policy -> !isStable(policy, rps))
              .toList();
      if (!overloaded.isEmpty()) {
        words.add("%s at %.0f requests/s".formatted(String.join(", ", overloaded), rps));
      }
    }
    return String.join("; ", words);
  }
}
