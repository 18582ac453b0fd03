package org.curtail.benchkit.policyruns;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.curtail.benchkit.results.Checks;
import org.curtail.benchkit.results.Comparison;
import org.curtail.benchkit.results.Degrees;
import org.curtail.benchkit.results.Latency;
import org.curtail.benchkit.results.Lateness;
import org.curtail.benchkit.results.Run;
import org.jspecify.annotations.Nullable;

/**
 * The mean of one policy's runs on requests of several seeds. Every figure is a mean over runs,
 * including percentiles.
 */
public final class RunMean {
  private final List<Run> runs;

  private RunMean(List<Run> runs) {
    this.runs = runs;
  }

  /**
   * Returns the mean of at least one run. The spread of the p99 is its least and greatest value.
   */
  public static Run of(List<Run> runs, List<Comparison> against) {
    return new RunMean(runs).run(against);
  }

  private Run run(List<Comparison> against) {
    Run first = runs.getFirst();
    return new Run(
        first.policy(),
        first.load(),
        first.rps(),
        mean(Run::utilisation),
        runs.stream().mapToInt(Run::requests).sum(),
        latency(),
        meanIfKnown(Run::boundMs),
        degrees(),
        mean(Run::meanThreads),
        mean(Run::cpu),
        Checks.NONE,
        Lateness.NONE,
        0,
        points(),
        against,
        runs.stream().anyMatch(run -> run.unstable() != null) ? true : null,
        first.knowsDemand(),
        first.tuned(),
        meanIfKnown(Run::lateShare),
        meanIfKnown(Run::leastLateShare),
        runs.size() == 1 ? null : (Integer) runs.size(),
        null,
        null,
        null,
        null);
  }

  private Latency latency() {
    return new Latency(
        mean(run -> run.latency().meanMs()),
        mean(run -> run.latency().p50Ms()),
        mean(run -> run.latency().p90Ms()),
        mean(run -> run.latency().p95Ms()),
        mean(run -> run.latency().p99Ms()),
        mean(run -> run.latency().p999Ms()),
        mean(run -> run.latency().maxMs()),
        List.of(
            runs.stream().mapToDouble(run -> run.latency().p99Ms()).min().orElseThrow(),
            runs.stream().mapToDouble(run -> run.latency().p99Ms()).max().orElseThrow()));
  }

  private Degrees degrees() {
    return new Degrees(
        mean(run -> run.degrees().meanDegree()),
        mean(run -> run.degrees().meanDegreeLongest()),
        mean(run -> run.degrees().meanDegreeShortest()),
        means(run -> run.degrees().degreeShares()));
  }

  private @Nullable Double meanIfKnown(Function<Run, @Nullable Double> figure) {
    double sum = 0;
    for (Run run : runs) {
      Double known = figure.apply(run);
      if (known == null) {
        return null;
      }
      sum += known;
    }
    return sum / runs.size();
  }

  private List<Run.Point> points() {
    return IntStream.range(0, runs.getFirst().percentiles().size())
        .mapToObj(i ->
            new Run.Point(
                runs.getFirst().percentiles().get(i).percentile(),
                mean(run -> run.percentiles().get(i).ms())))
        .toList();
  }

  private double mean(ToDoubleFunction<Run> figure) {
    return runs.stream().mapToDouble(figure).average().orElseThrow();
  }

  /** Returns the means by position; a missing value counts as 0. */
  private List<Double> means(Function<Run, List<Double>> figures) {
    int most = runs.stream().mapToInt(run -> figures.apply(run).size()).max().orElseThrow();
    return IntStream.range(0, most)
        .mapToObj(i -> mean(run -> i < figures.apply(run).size() ? figures.apply(run).get(i) : 0))
        .toList();
  }
}
