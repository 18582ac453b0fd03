package org.curtail.benchkit.openloop;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.benchkit.results.Checks;
import org.curtail.benchkit.results.Comparison;
import org.curtail.benchkit.results.Degrees;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Latency;
import org.curtail.benchkit.results.Lateness;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.stats.PairedBootstrap;
import org.curtail.benchkit.stats.PairedBootstrap.Figure;
import org.curtail.policies.Policies;
import org.curtail.policies.Policies.Need;

/** Figures of all blocks at one load. */
public final class Summary {
  private final double load;
  private final List<String> policies;
  private final int cores;
  private final long seed;
  private final Optional<Profile> profile;
  private final Map<String, List<Block>> blocks = new LinkedHashMap<>();

  /**
   * Creates a summary without blocks.
   *
   * @param load load as a share of the sequential capacity
   * @param cores number of serving cores
   * @param seed seed of resampling
   * @param profile profile for the bound
   */
  public Summary(
      double load, List<String> policies, int cores, long seed, Optional<Profile> profile) {
    this.load = load;
    this.policies = List.copyOf(policies);
    this.cores = cores;
    this.seed = seed;
    this.profile = profile;
    policies.forEach(policy -> blocks.put(policy, new ArrayList<>()));
  }

  /**
   * Adds a group: a block of each policy on the same arrivals. A stopped first group has only
   * finished blocks.
   */
  public void add(Map<String, Block> group) {
    group.forEach((policy, block) -> blocksOf(policy).add(block));
  }

  /** True if no block was finished. */
  public boolean isEmpty() {
    return blocks.values().stream().allMatch(List::isEmpty);
  }

  /** Returns the policies without any block. */
  public List<Interruption.Missing> missing() {
    return policies.stream()
        .filter(policy -> blocksOf(policy).isEmpty())
        .map(policy -> new Interruption.Missing(policy, load))
        .toList();
  }

  private List<Block> blocksOf(String policy) {
    return requireNonNull(blocks.get(policy), policy);
  }

  /** Returns one run per policy with a block, in the given order. */
  public List<Run> runs() {
    if (isEmpty()) {
      return List.of();
    }
    int count = blocks.values().stream().mapToInt(List::size).max().orElseThrow();
    var bootstrap = new PairedBootstrap(count, seed);
    return policies.stream()
        .filter(policy -> !blocksOf(policy).isEmpty())
        .map(policy -> run(policy, bootstrap))
        .toList();
  }

  private Run run(String policy, PairedBootstrap bootstrap) {
    List<Block> own = blocksOf(policy);
    double[] latencies = pooled(own, Block::latencyMs);
    double[] lateness = pooled(own, Block::latenessMs);
    Arrays.sort(latencies);
    Arrays.sort(lateness);
    double wallMs = own.stream().mapToDouble(Block::wallMs).sum();
    double cpuMs = own.stream().mapToDouble(Block::cpuMs).sum();
    int requests = own.stream().mapToInt(Block::requests).sum();
    int failed = own.stream().mapToInt(Block::failed).sum();
    Degrees degrees =
        Degrees.of(
            pooled(own, Block::serialMs),
            pooled(own, Block::degree),
            own.stream().map(Block::peakDegree).flatMapToInt(IntStream::of).toArray());
    return new Run(
        policy,
        load,
        own.stream().mapToDouble(Block::requestsPerSecond).average().orElseThrow(),
        cpuMs / (wallMs * cores),
        latencies.length,
        Latency.of(
            latencies,
            Arrays.stream(latencies).average().orElseThrow(),
            bootstrap.spread(p(policy, 99))),
        profile.map(Summary::boundMs).orElse(null),
        degrees,
        own.stream().mapToDouble(Block::threadMs).sum() / wallMs,
        cpuMs / requests,
        new Checks(failed, requests - failed, own.stream().mapToInt(Block::mismatches).sum()),
        Lateness.of(lateness),
        own.stream().mapToDouble(Block::gcMs).sum(),
        Run.Point.drawn(latencies),
        comparisons(policy, bootstrap),
        null,
        Policies.isKnown(policy) && Policies.needs(policy).contains(Need.DEMAND),
        null,
        null,
        null,
        null,
        own.stream()
            .map(Block::ranked)
            .flatMap(Optional::stream)
            .reduce(RankedSums::plus)
            .map(RankedSums::figures)
            .orElse(null),
        null,
        null,
        null);
  }

  private static double[] pooled(List<Block> blocks, Function<Block, double[]> part) {
    return blocks.stream().map(part).flatMapToDouble(DoubleStream::of).toArray();
  }

  /** Returns the ratios to each baseline; empty for a single block, which gives no interval. */
  private List<Comparison> comparisons(String policy, PairedBootstrap bootstrap) {
    if (blocksOf(policy).size() < 2) {
      return List.of();
    }
    List<String> baselines = policies.stream().filter(ContenderName::isBaseline).toList();
    var comparisons = new ArrayList<Comparison>();
    sibling(policy)
        .ifPresent(other -> comparisons.add(compare(policy, other, List.of(other), bootstrap)));
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

  /**
   * Returns the first contender with the same policy and another chunk sharing; empty if this
   * contender is the first one.
   */
  private Optional<String> sibling(String policy) {
    return policies.stream()
        .filter(other -> other.equals(policy) || ContenderName.areSiblings(policy, other))
        .findFirst()
        .filter(first -> !first.equals(policy) && !ContenderName.isBaseline(first));
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
    return blocksOf(policy).stream().map(Block::latencyMs).toList();
  }

  private Figure mean(String policy) {
    return PairedBootstrap.mean(latencies(policy));
  }

  private Figure p(String policy, double percentile) {
    return PairedBootstrap.percentile(latencies(policy), percentile);
  }

  /** Returns the 99th percentile if each request runs alone at its best degree. */
  static double boundMs(Profile profile) {
    double[][] leastMs = new double[profile.requests()][1];
    double[] weights = new double[profile.requests()];
    for (int r = 0; r < leastMs.length; r++) {
      leastMs[r][0] = Double.POSITIVE_INFINITY;
      for (int degree = 1; degree <= profile.maxDegree(); degree++) {
        leastMs[r][0] = Math.min(leastMs[r][0], profile.timeMs(r, degree));
      }
      weights[r] = profile.weight(r);
    }
    return Profile.weighted(profile.source(), leastMs, weights).percentileMs(99, 1);
  }
}
