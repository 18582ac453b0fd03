package org.curtail.lab.replicas;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.DoubleStream;
import org.curtail.Percentile;
import org.curtail.measurement.results.Checks;
import org.curtail.measurement.results.Comparison;
import org.curtail.measurement.results.Degrees;
import org.curtail.measurement.results.HedgeFigures;
import org.curtail.measurement.results.Interruption;
import org.curtail.measurement.results.Latency;
import org.curtail.measurement.results.Lateness;
import org.curtail.measurement.results.Run;
import org.curtail.measurement.stats.PairedBootstrap;
import org.curtail.measurement.stats.PairedBootstrap.Figure;

/** Makes figures of all blocks at one load. */
final class ReplicaRuns {
  /** What all others are compared with. */
  static final String BASELINE = ReplicaPolicy.NONE.toString();

  /** A request is served by one replica at a time, as far as its own time goes. */
  private static final Degrees ONE = new Degrees(1, 1, 1, List.of(1.0));

  private final double load;
  private final double perSecond;
  private final int cores;
  private final long seed;
  private final Map<ReplicaContender, List<ReplicaOutcome>> outcomes = new LinkedHashMap<>();

  /**
   * Without blocks yet.
   *
   * @param load a share of all slots
   * @param cores of this machine
   */
  ReplicaRuns(ReplicaSetting setting, double load, int cores) {
    this.load = load;
    this.cores = cores;
    perSecond = setting.perSecond(load);
    seed = setting.seed();
    setting.contenders().forEach(contender -> outcomes.put(contender, new ArrayList<>()));
  }

  /** Adds a block of each of these contenders, all on the same trace. */
  void add(Map<ReplicaContender, ReplicaOutcome> group) {
    group.forEach((contender, outcome) -> of(contender).add(outcome));
  }

  private List<ReplicaOutcome> of(ReplicaContender contender) {
    return requireNonNull(outcomes.get(contender), contender.name());
  }

  /** The contenders without any block. */
  List<Interruption.Missing> missing() {
    return outcomes.keySet().stream()
        .filter(contender -> of(contender).isEmpty())
        .map(contender -> new Interruption.Missing(contender.name(), load))
        .toList();
  }

  /** Why a request failed, if one did. */
  Optional<String> failure() {
    return outcomes.values().stream()
        .flatMap(List::stream)
        .flatMap(outcome -> outcome.failure().stream())
        .findFirst();
  }

  /** One run per contender that has a block, in order. */
  List<Run> runs() {
    int blocks = outcomes.values().stream().mapToInt(List::size).max().orElse(0);
    if (blocks == 0) {
      return List.of();
    }
    var bootstrap = new PairedBootstrap(blocks, seed);
    return outcomes.keySet().stream()
        .filter(contender -> !of(contender).isEmpty())
        .map(contender -> run(contender, bootstrap))
        .toList();
  }

  private Run run(ReplicaContender contender, PairedBootstrap bootstrap) {
    List<ReplicaOutcome> own = of(contender);
    double[] latencies = ascending(own, ReplicaOutcome::latencyMs);
    double wallMs = own.stream().mapToDouble(ReplicaOutcome::wallMs).sum();
    double cpuMs = own.stream().mapToDouble(ReplicaOutcome::cpuMs).sum();
    int requests = sum(own, ReplicaOutcome::requests);
    return new Run(
        contender.name(),
        load,
        perSecond,
        cpuMs / (wallMs * cores),
        latencies.length,
        Latency.of(
            latencies,
            Arrays.stream(latencies).average().orElseThrow(),
            bootstrap.spread(tail(own, 99))),
        null,
        ONE,
        0,
        cpuMs / requests,
        new Checks(sum(own, ReplicaOutcome::failed), 0, 0),
        Lateness.of(ascending(own, ReplicaOutcome::latenessMs)),
        own.stream().mapToDouble(ReplicaOutcome::gcMs).sum(),
        Run.Point.drawn(latencies),
        against(contender, bootstrap),
        null,
        false,
        null,
        null,
        null,
        null,
        null,
        hedges(contender, own, requests));
  }

  private static HedgeFigures hedges(
      ReplicaContender contender, List<ReplicaOutcome> own, int requests) {
    SentCopies copies =
        own.stream().map(ReplicaOutcome::copies).reduce(SentCopies.NONE, SentCopies::plus);
    double fraction = (double) copies.sent() / requests;
    return new HedgeFigures(
        contender.budget().isPresent() ? contender.budget().getAsDouble() : null,
        Math.toIntExact(copies.sent()),
        sum(own, ReplicaOutcome::won),
        Math.toIntExact(copies.overBudget()),
        Math.toIntExact(copies.overLoad()),
        Math.toIntExact(copies.tooEarly()),
        fraction,
        2 * standardError(own, fraction, requests),
        Percentile.of(ascending(own, ReplicaOutcome::beyondMs), 50));
  }

  /**
   * Of the copies per request. Copies come in bursts, when a replica stands still, so blocks tell
   * it and not the number of requests; only a single block leaves nothing else.
   */
  private static double standardError(List<ReplicaOutcome> own, double fraction, int requests) {
    int blocks = own.size();
    if (blocks < 2) {
      return Math.sqrt(fraction * Math.max(0, 1 - fraction) / requests);
    }
    double squares =
        own.stream()
            .mapToDouble(outcome -> Math.pow(outcome.reissueFraction() - fraction, 2))
            .sum();
    return Math.sqrt(squares / (blocks - 1) / blocks);
  }

  /** Against no hedging; one block shows no interval, so it has none. */
  private List<Comparison> against(ReplicaContender contender, PairedBootstrap bootstrap) {
    Optional<ReplicaContender> baseline =
        outcomes.keySet().stream().filter(other -> other.name().equals(BASELINE)).findFirst();
    if (baseline.isEmpty() || baseline.get().equals(contender) || of(contender).size() < 2) {
      return List.of();
    }
    List<ReplicaOutcome> own = of(contender);
    List<ReplicaOutcome> without = of(baseline.get());
    return List.of(
        new Comparison(
            BASELINE,
            bootstrap.ratio(
                PairedBootstrap.mean(latencies(own)), PairedBootstrap.mean(latencies(without))),
            bootstrap.ratio(tail(own, 95), tail(without, 95)),
            bootstrap.ratio(tail(own, 99), tail(without, 99))));
  }

  private static Figure tail(List<ReplicaOutcome> outcomes, double percentile) {
    return PairedBootstrap.percentile(latencies(outcomes), percentile);
  }

  private static List<double[]> latencies(List<ReplicaOutcome> outcomes) {
    return outcomes.stream().map(ReplicaOutcome::latencyMs).toList();
  }

  private static int sum(List<ReplicaOutcome> outcomes, ToIntFunction<ReplicaOutcome> count) {
    return outcomes.stream().mapToInt(count).sum();
  }

  private static double[] ascending(
      List<ReplicaOutcome> outcomes, Function<ReplicaOutcome, double[]> part) {
    return outcomes.stream().map(part).flatMapToDouble(DoubleStream::of).sorted().toArray();
  }
}
