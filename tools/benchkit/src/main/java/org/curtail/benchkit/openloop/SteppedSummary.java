package org.curtail.benchkit.openloop;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.curtail.Percentile;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.Step;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.stats.PairedBootstrap;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.steps.LoadSteps;
import org.curtail.benchkit.steps.Served;
import org.curtail.benchkit.steps.SteppedFigure;
import org.curtail.benchkit.steps.SteppedLoad;
import org.curtail.benchkit.steps.StepsVerdict;
import org.curtail.policies.Policies;
import org.curtail.policies.Policies.Need;
import org.jspecify.annotations.Nullable;

/** Results of all repeats of a changing load: a picture, figures by step, and a verdict. */
public final class SteppedSummary {
  private static final double MS_PER_SECOND = 1000;

  private final SteppedLoad load;
  private final long seed;
  private final Map<String, List<Served>> served = new LinkedHashMap<>();

  /**
   * Creates a summary without repeats.
   *
   * @param policies policies in the order of the output
   * @param seed seed of resampling
   */
  public SteppedSummary(SteppedLoad load, List<String> policies, long seed) {
    this.load = load;
    this.seed = seed;
    policies.forEach(policy -> served.put(policy, new ArrayList<>()));
  }

  /**
   * Adds a repeat: a block of each policy on the same arrivals, in which all requests count. A
   * stopped first repeat has only finished blocks.
   *
   * @param arrivalsMs arrivals in milliseconds since the begin of the run
   */
  public void add(Map<String, Block> repeat, double[] arrivalsMs) {
    repeat.forEach((policy, block) ->
        of(policy).add(new Served(arrivalsMs, block.latencyMs(), block.degree())));
  }

  /** Returns the policies with a repeat, in the order of the output. */
  private Map<String, List<Served>> served() {
    var some = new LinkedHashMap<>(served);
    some.values().removeIf(List::isEmpty);
    return some;
  }

  private List<Served> of(String policy) {
    return requireNonNull(served.get(policy), policy);
  }

  /** Returns a figure of latency, degree and load against time. */
  public PaperFigure figure() {
    return SteppedFigure.of(
        load,
        served(),
        served().keySet().stream()
            .filter(name -> Policies.isKnown(name) && Policies.needs(name).contains(Need.DEMAND))
            .collect(Collectors.toSet()));
  }

  /**
   * Returns the results of policies in each step, in order of time. Steps without requests are left
   * out.
   */
  public List<Step> steps() {
    int repeats = repeats();
    var bootstrap = new PairedBootstrap(repeats, seed);
    var steps = new ArrayList<Step>();
    for (int step = 0; step < load.steps().periods().size(); step++) {
      for (String policy : served().keySet()) {
        List<double[]> latenciesMs = steady(policy, step, Served::latencyMs);
        if (latenciesMs.stream().anyMatch(repeat -> repeat.length > 0)) {
          steps.add(step(policy, step, latenciesMs, bootstrap));
        }
      }
    }
    return steps;
  }

  private Step step(
      String policy, int step, List<double[]> latenciesMs, PairedBootstrap bootstrap) {
    LoadSteps rates = load.steps();
    double[] ascendingMs =
        latenciesMs.stream().flatMapToDouble(DoubleStream::of).sorted().toArray();
    return new Step(
        policy,
        rates.periods().get(step).perSecond(),
        rates.fromMs(step) / MS_PER_SECOND,
        load.steadyFromMs(step) / MS_PER_SECOND,
        rates.fromMs(step + 1) / MS_PER_SECOND,
        ascendingMs.length,
        Arrays.stream(ascendingMs).average().orElseThrow(),
        Percentile.of(ascendingMs, 95),
        Percentile.of(ascendingMs, 99),
        steady(policy, step, Served::degree).stream()
            .flatMapToDouble(DoubleStream::of)
            .average()
            .orElseThrow(),
        against(policy, step, latenciesMs, bootstrap));
  }

  private @Nullable Ratio against(
      String policy, int step, List<double[]> latenciesMs, PairedBootstrap bootstrap) {
    if (policy.equals(StepsVerdict.BASELINE)
        || !served().containsKey(StepsVerdict.BASELINE)
        || repeats() < StepsVerdict.FEWEST_REPEATS) {
      return null;
    }
    return bootstrap.ratio(
        PairedBootstrap.mean(latenciesMs),
        PairedBootstrap.mean(steady(StepsVerdict.BASELINE, step, Served::latencyMs)));
  }

  /** Returns values of the requests in the steady part of a step, by repeat. */
  private List<double[]> steady(String policy, int step, Function<Served, double[]> amount) {
    double fromMs = load.steadyFromMs(step);
    double toMs = load.steps().fromMs(step + 1);
    return of(policy).stream().map(repeat -> amount.apply(repeat.between(fromMs, toMs))).toList();
  }

  private int repeats() {
    return served.values().stream().mapToInt(List::size).max().orElse(0);
  }

  /**
   * Returns the verdict on the steps.
   *
   * @param stopped progress at which the user stopped; empty for a complete run
   */
  public Verdict verdict(Optional<Interruption> stopped) {
    return StepsVerdict.of(steps(), stopped.map(Interruption::finished).orElse(repeats()), stopped);
  }
}
