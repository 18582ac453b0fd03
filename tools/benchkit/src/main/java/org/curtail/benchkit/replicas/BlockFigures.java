package org.curtail.benchkit.replicas;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.curtail.Percentile;
import org.curtail.benchkit.results.Checks;
import org.curtail.benchkit.results.Comparison;
import org.curtail.benchkit.results.Degrees;
import org.curtail.benchkit.results.HedgeFigures;
import org.curtail.benchkit.results.Latency;
import org.curtail.benchkit.results.Lateness;
import org.curtail.benchkit.results.LiveWorkflow;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.PaperFigure.Curve;
import org.curtail.benchkit.results.PaperFigure.Panel;
import org.curtail.benchkit.results.PaperFigure.Point;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.stats.PairedBootstrap;
import org.curtail.benchkit.stats.PairedBootstrap.Figure;
import org.curtail.benchkit.stats.Ratio;
import org.jspecify.annotations.Nullable;

/**
 * Figures of blocks at one load, of contenders on the same traces.
 *
 * @param load load as a share of all slots
 * @param perSecond offered requests per second
 * @param cores number of cores of this machine
 * @param bootstrap draws for the number of blocks of a contender
 */
public record BlockFigures(double load, double perSecond, int cores, PairedBootstrap bootstrap) {
  private static final double PERCENT = 100;

  /** Greatest ratio in pictures, so that lesser ratios stay readable. */
  private static final double GREATEST_RATIO = 3;

  /**
   * Returns the run of a contender.
   *
   * @param own blocks of the contender, at least one
   * @param against comparisons by {@link #against}
   * @param hedges figures of hedged single services
   * @param workflow figures of workflows
   */
  public Run run(
      String policy,
      List<MeasuredBlock> own,
      List<Comparison> against,
      @Nullable HedgeFigures hedges,
      @Nullable LiveWorkflow workflow) {
    double[] latencies = ascending(own, MeasuredBlock::latencyMs);
    double wallMs = sum(own, MeasuredBlock::wallMs);
    double cpuMs = sum(own, MeasuredBlock::cpuMs);
    int failed = own.stream().mapToInt(MeasuredBlock::failed).sum();
    return new Run(
        policy,
        load,
        perSecond,
        cpuMs / (wallMs * cores),
        latencies.length,
        Latency.of(
            latencies,
            Arrays.stream(latencies).average().orElseThrow(),
            bootstrap.spread(tail(own, 99))),
        null,
        Degrees.UNKNOWN,
        0,
        cpuMs / own.stream().mapToInt(MeasuredBlock::requests).sum(),
        new Checks(failed, 0, 0),
        Lateness.of(ascending(own, MeasuredBlock::latenessMs)),
        sum(own, MeasuredBlock::gcMs),
        Run.Point.drawn(latencies),
        against,
        null,
        false,
        null,
        null,
        null,
        null,
        null,
        hedges,
        workflow,
        null);
  }

  /** Compares one contender's blocks with another's. */
  public Comparison against(String baseline, List<MeasuredBlock> own, List<MeasuredBlock> without) {
    return new Comparison(
        baseline,
        bootstrap.ratio(
            PairedBootstrap.mean(latencies(own)), PairedBootstrap.mean(latencies(without))),
        bootstrap.ratio(tail(own, 95), tail(without, 95)),
        bootstrap.ratio(tail(own, 99), tail(without, 99)));
  }

  /**
   * Compares one contender's blocks with another's, block by block. Each ratio is the median over
   * blocks, so that a disturbed block counts no more than any other one. Each block needs a
   * request.
   */
  public Comparison mediansAgainst(
      String baseline, List<MeasuredBlock> own, List<MeasuredBlock> without) {
    return new Comparison(
        baseline,
        medianRatio(own, without, ms -> Arrays.stream(ms).average().orElseThrow()),
        medianRatio(own, without, ms -> percentile(ms, 95)),
        medianRatio(own, without, ms -> percentile(ms, 99)));
  }

  private Ratio medianRatio(
      List<MeasuredBlock> own, List<MeasuredBlock> without, ToDoubleFunction<double[]> figure) {
    double[] ratios =
        IntStream.range(0, own.size())
            .mapToDouble(b ->
                figure.applyAsDouble(own.get(b).latencyMs())
                    / figure.applyAsDouble(without.get(b).latencyMs()))
            .toArray();
    return bootstrap.ratio(PairedBootstrap.median(ratios), draw -> 1);
  }

  private static double percentile(double[] ms, double percentile) {
    return Percentile.of(Arrays.stream(ms).sorted().toArray(), percentile);
  }

  /**
   * Returns the standard error of copies per call. Copies are sent in bursts while a server pauses,
   * so the error follows from the spread over blocks; for a single block, from the number of calls.
   *
   * @param shares copies per call of each block, at least one
   * @param share copies per call of all blocks together
   * @param calls number of calls of all blocks together
   */
  public static double standardError(double[] shares, double share, long calls) {
    int blocks = shares.length;
    if (blocks < 2) {
      return Math.sqrt(share * Math.max(0, 1 - share) / Math.max(1, calls));
    }
    double squares = Arrays.stream(shares).map(ofBlock -> Math.pow(ofBlock - share, 2)).sum();
    return Math.sqrt(squares / (blocks - 1) / blocks);
  }

  private static Figure tail(List<MeasuredBlock> blocks, double percentile) {
    return PairedBootstrap.percentile(latencies(blocks), percentile);
  }

  private static List<double[]> latencies(List<MeasuredBlock> blocks) {
    return blocks.stream().map(MeasuredBlock::latencyMs).toList();
  }

  private static double sum(List<MeasuredBlock> blocks, ToDoubleFunction<MeasuredBlock> part) {
    return blocks.stream().mapToDouble(part).sum();
  }

  private static double[] ascending(
      List<MeasuredBlock> blocks, Function<MeasuredBlock, double[]> part) {
    return blocks.stream().map(part).flatMapToDouble(DoubleStream::of).sorted().toArray();
  }

  /** Returns the name of the tail that all runs have. */
  static String tailName(List<Run> runs) {
    return runs.stream().allMatch(run -> run.carries(99)) ? "p99" : "p95";
  }

  /**
   * Returns a picture of the gains and costs of contenders against load.
   *
   * @param baseline reference of all ratios
   * @param caption caption of both panels
   * @param load label of the axis of loads
   * @param right title of the panel of costs
   * @param unit unit of costs
   * @param cost cost of a run
   */
  public static PaperFigure againstLoad(
      List<Run> runs,
      String baseline,
      String title,
      String caption,
      String load,
      String right,
      String unit,
      Function<Run, Point> cost) {
    var ratios = new ArrayList<Curve>();
    var costs = new ArrayList<Curve>();
    for (String policy : runs.stream().map(Run::policy).distinct().toList()) {
      List<Run> own =
          runs.stream()
              .filter(run -> run.policy().equals(policy))
              .sorted(Comparator.comparingDouble(Run::load))
              .toList();
      boolean isBaseline = policy.equals(baseline);
      ratios.add(
          new Curve(policy, false, own.stream().flatMap(run -> ratio(run, isBaseline)).toList()));
      if (!isBaseline) {
        costs.add(new Curve(policy, false, own.stream().map(cost).toList()));
      }
    }
    ratios.removeIf(curve -> curve.points().isEmpty());
    return new PaperFigure(
        title,
        caption,
        List.of(
            Panel.of(tailName(runs) + " relative to none", load, "ratio", ratios)
                .upTo(GREATEST_RATIO),
            Panel.of(right, load, unit, costs)));
  }

  private static Stream<Point> ratio(Run run, boolean isBaseline) {
    if (isBaseline) {
      return Stream.of(new Point(PERCENT * run.load(), 1, 1, 1));
    }
    if (run.against().isEmpty()) {
      return Stream.of();
    }
    Comparison last = run.against().getLast();
    Ratio tail = run.carries(99) ? last.p99() : last.p95();
    return Stream.of(point(PERCENT * run.load(), tail.value(), tail.low(), tail.high()));
  }

  /** Returns the point of a share and its error at a run's load, in percent. */
  public static Point point(Run run, double share, double twoErrors) {
    double percent = PERCENT * share;
    double errors = PERCENT * twoErrors;
    return point(PERCENT * run.load(), percent, Math.max(0, percent - errors), percent + errors);
  }

  static Point point(double x, double y, double low, double high) {
    // The figure may be outside of its resampled interval.
    return new Point(x, y, Math.min(low, y), Math.max(high, y));
  }
}
