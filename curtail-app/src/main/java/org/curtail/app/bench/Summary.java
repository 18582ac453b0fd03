package org.curtail.app.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.curtail.Percentile;
import org.curtail.app.bench.PairedBootstrap.Figure;
import org.curtail.app.results.Comparison;
import org.curtail.app.results.Run;

/** Makes figures of all blocks at one load. */
final class Summary {
  private static final double[] DRAWN_PERCENTILES = {
    0, 10, 20, 30, 40, 50, 60, 70, 75, 80, 85, 90, 92, 94, 95, 96, 97, 98, 98.5, 99, 99.3, 99.5,
    99.7, 99.8, 99.9
  };

  private final double load;
  private final BenchSetting setting;
  private final Map<String, List<Block>> blocks = new LinkedHashMap<>();

  Summary(double load, BenchSetting setting) {
    this.load = load;
    this.setting = setting;
    setting.policies().forEach(policy -> blocks.put(policy, new ArrayList<>()));
  }

  /** Adds one group: a block of every policy on the same arrivals. */
  void add(Map<String, Block> group) {
    group.forEach((policy, block) -> blocks.get(policy).add(block));
  }

  /** One run per policy, in the order the policies were named. */
  List<Run> runs() {
    int count = blocks.values().iterator().next().size();
    var bootstrap = new PairedBootstrap(count, setting.seed());
    return setting.policies().stream().map(policy -> run(policy, bootstrap)).toList();
  }

  private Run run(String policy, PairedBootstrap bootstrap) {
    List<Block> own = blocks.get(policy);
    double[] latencies = pooled(own, Block::latencyMs);
    double[] lateness = pooled(own, Block::latenessMs);
    Arrays.sort(latencies);
    Arrays.sort(lateness);
    double wallMs = own.stream().mapToDouble(Block::wallMs).sum();
    double cpuMs = own.stream().mapToDouble(Block::cpuMs).sum();
    int requests = own.stream().mapToInt(Block::requests).sum();
    double[] serialMs = pooled(own, Block::serialMs);
    double[] degrees = pooled(own, Block::degree);
    return new Run(
        policy,
        load,
        own.stream().mapToDouble(Block::requestsPerSecond).average().orElseThrow(),
        cpuMs / (wallMs * setting.cores()),
        latencies.length,
        Arrays.stream(latencies).average().orElseThrow(),
        Percentile.of(latencies, 50),
        Percentile.of(latencies, 90),
        Percentile.of(latencies, 95),
        Percentile.of(latencies, 99),
        Percentile.of(latencies, 99.9),
        latencies[latencies.length - 1],
        bootstrap.spread(p(policy, 99)),
        setting.profile().map(Bench::boundMs).orElse(null),
        Arrays.stream(degrees).average().orElseThrow(),
        meanDegree(serialMs, degrees, 95, 100),
        meanDegree(serialMs, degrees, 0, 5),
        degreeShares(own),
        own.stream().mapToDouble(Block::threadMs).sum() / wallMs,
        cpuMs / requests,
        own.stream().mapToInt(Block::failed).sum(),
        requests - own.stream().mapToInt(Block::failed).sum(),
        own.stream().mapToInt(Block::mismatches).sum(),
        Percentile.of(lateness, 50),
        Percentile.of(lateness, 99),
        lateness[lateness.length - 1],
        own.stream().mapToDouble(Block::gcMs).sum(),
        Arrays.stream(DRAWN_PERCENTILES)
            .mapToObj(p -> new Run.Point(p, Percentile.of(latencies, p)))
            .toList(),
        comparisons(policy, bootstrap));
  }

  private static double[] pooled(List<Block> blocks, Function<Block, double[]> part) {
    return blocks.stream().map(part).flatMapToDouble(DoubleStream::of).toArray();
  }

  /** Mean degree of the requests whose sequential times lie between two percentiles. */
  private static double meanDegree(
      double[] serialMs, double[] degrees, double fromPercentile, double toPercentile) {
    double[] ascending = serialMs.clone();
    Arrays.sort(ascending);
    double fromMs = Percentile.of(ascending, fromPercentile);
    double toMs = Percentile.of(ascending, toPercentile);
    return IntStream.range(0, degrees.length)
        .filter(i -> serialMs[i] >= fromMs && serialMs[i] <= toMs)
        .mapToDouble(i -> degrees[i])
        .average()
        .orElseThrow();
  }

  private static List<Double> degreeShares(List<Block> blocks) {
    int[] peaks = blocks.stream().map(Block::peakDegree).flatMapToInt(IntStream::of).toArray();
    double[] shares = new double[Arrays.stream(peaks).max().orElse(1)];
    for (int peak : peaks) {
      shares[peak - 1] += 1.0 / peaks.length;
    }
    return Arrays.stream(shares).boxed().toList();
  }

  private List<Comparison> comparisons(String policy, PairedBootstrap bootstrap) {
    List<String> baselines = setting.policies().stream().filter(Contenders::isBaseline).toList();
    var comparisons = new ArrayList<Comparison>();
    for (String baseline : baselines) {
      if (!baseline.equals(policy)) {
        comparisons.add(compare(policy, baseline, List.of(baseline), bootstrap));
      }
    }
    if (baselines.size() > 1 && !baselines.contains(policy)) {
      comparisons.add(
          compare(policy, "best of " + String.join(", ", baselines), baselines, bootstrap));
    }
    return comparisons;
  }

  private Comparison compare(
      String policy, String name, List<String> baselines, PairedBootstrap bootstrap) {
    return new Comparison(
        name,
        bootstrap.ratio(
            mean(policy), PairedBootstrap.least(baselines.stream().map(this::mean).toList())),
        bootstrap.ratio(
            p(policy, 95),
            PairedBootstrap.least(baselines.stream().map(baseline -> p(baseline, 95)).toList())),
        bootstrap.ratio(
            p(policy, 99),
            PairedBootstrap.least(baselines.stream().map(baseline -> p(baseline, 99)).toList())));
  }

  private List<double[]> latencies(String policy) {
    return blocks.get(policy).stream().map(Block::latencyMs).toList();
  }

  private Figure mean(String policy) {
    return PairedBootstrap.mean(latencies(policy));
  }

  private Figure p(String policy, double percentile) {
    return PairedBootstrap.percentile(latencies(policy), percentile);
  }
}
