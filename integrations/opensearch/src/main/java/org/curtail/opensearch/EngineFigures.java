package org.curtail.opensearch;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.curtail.opensearch.kinds.KindCosts;
import org.curtail.opensearch.stats.NodeFigures;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.Metrics;
import org.curtail.runtime.Outcome;

/** Collects the figures of a node for the statistics. */
final class EngineFigures {
  private static final double NANOS_PER_MILLI = 1e6;

  /** Maximum number of kinds that a node reports. */
  private static final int MOST_KINDS = 50;

  private EngineFigures() {}

  static NodeFigures of(Mode mode, NodeComponents at, RouteCounts counts) {
    NodeEngine node = at.engine();
    Curtail engine = node.running();
    Metrics metrics = engine.metrics();
    return new NodeFigures(
        mode.label(),
        node.isEnabled(),
        node.policy(),
        metrics.gauges().cores(),
        counts.byName(),
        new NodeFigures.Searches(
            metrics.counts().ended(Outcome.COMPLETED),
            metrics.counts().ended(Outcome.FAILED),
            metrics.counts().refused(),
            severalThreads(metrics.peakDegree()),
            metrics.gauges().running(),
            metrics.gauges().waiting()),
        at.admission().figures(),
        at.causes().figures(),
        new NodeFigures.Times(millis(metrics, 50), millis(metrics, 95), millis(metrics, 99)),
        at.hedging().figures(),
        Stream.of(
                Stream.of("Mode " + mode.label() + ": " + mode.meaning() + "."),
                engine.explain().lines(),
                counts.lines().stream(),
                at.hedging().explanation().stream())
            .flatMap(lines -> lines)
            .toList(),
        kinds(at));
  }

  private static Map<String, NodeFigures.Kind> kinds(NodeComponents at) {
    var kinds = new LinkedHashMap<String, NodeFigures.Kind>();
    at.costs().figures().stream()
        .sorted(
            Comparator.comparingDouble(
                (KindCosts.Figures kind) -> -kind.searches() * kind.cpuMillis()))
        .limit(MOST_KINDS)
        .forEach(kind ->
            kinds.put(
                kind.kind(),
                new NodeFigures.Kind(kind.searches(), kind.cpuMillis(), kind.spread())));
    return kinds;
  }

  private static double millis(Metrics metrics, double percentile) {
    return metrics.responseNanos().count() == 0
        ? 0
        : metrics.responseNanos().percentile(percentile) / NANOS_PER_MILLI;
  }

  private static long severalThreads(Metrics.Histogram peakDegree) {
    return peakDegree.count() - peakDegree.countUpTo(1);
  }
}
