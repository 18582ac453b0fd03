package org.curtail.app.reproduce;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.curtail.app.results.Run;

/** The mean of runs of one policy at one rate; percentiles are averaged, requests added up. */
final class MeanRun {
  private final List<Run> runs;

  private MeanRun(List<Run> runs) {
    this.runs = runs;
  }

  /** Of at least one run; the p99 has the least and the greatest of them as its spread. */
  static Run of(List<Run> runs) {
    return new MeanRun(runs).run();
  }

  private Run run() {
    Run first = runs.getFirst();
    Estimate p99Ms = Estimate.of(runs.stream().map(Run::p99Ms).toList());
    boolean bounded = runs.stream().allMatch(run -> run.boundMs() != null);
    return new Run(
        first.policy(),
        first.load(),
        first.rps(),
        mean(Run::utilisation),
        runs.stream().mapToInt(Run::requests).sum(),
        mean(Run::meanMs),
        mean(Run::p50Ms),
        mean(Run::p90Ms),
        mean(Run::p95Ms),
        p99Ms.mean(),
        mean(Run::p999Ms),
        mean(Run::maxMs),
        List.of(p99Ms.low(), p99Ms.high()),
        bounded ? mean(run -> Objects.requireNonNull(run.boundMs())) : null,
        mean(Run::meanDegree),
        mean(Run::meanDegreeLongest),
        mean(Run::meanDegreeShortest),
        means(Run::degreeShares),
        mean(Run::meanThreads),
        mean(Run::cpu),
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        IntStream.range(0, first.percentiles().size())
            .mapToObj(i ->
                new Run.Point(
                    first.percentiles().get(i).percentile(),
                    mean(run -> run.percentiles().get(i).ms())))
            .toList(),
        List.of());
  }

  private double mean(ToDoubleFunction<Run> number) {
    return runs.stream().mapToDouble(number).average().orElseThrow();
  }

  /** By place; a place that a run lacks is 0. */
  private List<Double> means(Function<Run, List<Double>> numbers) {
    int most = runs.stream().mapToInt(run -> numbers.apply(run).size()).max().orElseThrow();
    return IntStream.range(0, most)
        .mapToObj(i -> mean(run -> i < numbers.apply(run).size() ? numbers.apply(run).get(i) : 0))
        .toList();
  }
}
