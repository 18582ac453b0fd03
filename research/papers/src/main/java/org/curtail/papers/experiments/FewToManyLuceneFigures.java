package org.curtail.papers.experiments;

import static org.curtail.papers.experiments.FewToManyLucene.CLAIRVOYANT;
import static org.curtail.papers.experiments.FewToManyLucene.GREATEST_OF_PAPER;
import static org.curtail.papers.experiments.FewToManyLucene.PLANNED;
import static org.curtail.papers.experiments.FewToManyLucene.PUBLISHED;
import static org.curtail.papers.experiments.FewToManyLucene.TAIL_INDEX;
import static org.curtail.papers.experiments.FewToManyLucene.UNBOOSTED;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.curtail.benchkit.policyruns.Contender;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.PaperFigure.Curve;
import org.curtail.benchkit.results.PaperFigure.Panel;
import org.curtail.benchkit.results.Run;

/** The figures of the Few-to-Many paper on Lucene. */
final class FewToManyLuceneFigures {
  private static final String RATE = "requests per second";
  private static final String P99 = "p99 latency, ms";
  private static final String MEAN = "mean latency, ms";

  /** Upper limit of the diagrams. */
  private static final double TOP_P99_MS = 1000;

  private static final double TOP_MEAN_MS = 300;

  private final Measurements measured;
  private final List<Measurements> variants;
  private final LoadBursts bursts;

  private FewToManyLuceneFigures(
      Measurements measured, List<Measurements> variants, LoadBursts bursts) {
    this.measured = measured;
    this.variants = variants;
    this.bursts = bursts;
  }

  static List<PaperFigure> of(
      Measurements measured, List<Measurements> variants, LoadBursts bursts) {
    var figures = new FewToManyLuceneFigures(measured, variants, bursts);
    return List.of(
        figures.fixed(),
        figures.intervals(),
        figures.comparedToFixed(),
        figures.characteristics(),
        figures.comparedToOthers(),
        figures.variation(),
        figures.limits(),
        figures.robustness());
  }

  private PaperFigure fixed() {
    return new PaperFigure(
        "Figure 3",
        "Effect of fixed parallelism on latency",
        latencies(List.of("sequential", "fixed-4")));
  }

  private PaperFigure intervals() {
    return new PaperFigure(
        "Figure 4",
        "One more thread after each fixed interval",
        List.of(
            p99(
                "99th percentile latency",
                List.of("sequential", "fixed-4", "interval-20", "interval-100", "interval-500"))));
  }

  private PaperFigure comparedToFixed() {
    return new PaperFigure(
        "Figure 8",
        "Few-to-Many (FM) compared to fixed parallelism: by the paper's own interval table and by the optimal one for this demand, both with boosting",
        latencies(List.of("sequential", "fixed-2", "fixed-4", PUBLISHED, PLANNED)));
  }

  private PaperFigure characteristics() {
    return new PaperFigure(
        "Figure 9",
        "Degrees of requests and threads in the system under Few-to-Many (Table 2, with boosting)",
        List.of(
            Panel.of(
                "(a) Average request parallelism",
                RATE,
                "degree",
                List.of(
                    ofPaper("longest 5 %", run -> run.degrees().meanDegreeLongest()),
                    ofPaper("all requests", run -> run.degrees().meanDegree()),
                    ofPaper("shortest 5 %", run -> run.degrees().meanDegreeShortest()))),
            Panel.ofBars(
                "(b) Requests by greatest degree",
                Stream.of(31.0, 36.0, 40.0, 45.0)
                    .flatMap(rps ->
                        measured.bar(
                            "%.0f requests/s".formatted(rps),
                            PUBLISHED,
                            rps,
                            run -> run.degrees().meanDegree()))
                    .toList()),
            Panel.of(
                "(c) Threads in the system",
                RATE,
                "threads on average",
                List.of(ofPaper("threads", Run::meanThreads))),
            Panel.of(
                "(c) CPU utilization",
                RATE,
                "utilization, %",
                List.of(ofPaper("cores", run -> 100 * run.utilisation())))));
  }

  private PaperFigure comparedToOthers() {
    var panels = new ArrayList<>(latencies(List.of("adaptive", CLAIRVOYANT, PUBLISHED, PLANNED)));
    panels.add(
        p99(
            "(c) Thread priority boosting",
            List.of("fixed-3", "fixed-3+boosting", UNBOOSTED, PUBLISHED)));
    return new PaperFigure(
        "Figure 10",
        "Few-to-Many compared to Adaptive and to Request Clairvoyant, which knows the demand; effect of boosting",
        panels);
  }

  private PaperFigure variation() {
    return new PaperFigure(
        "Figure 11",
        "Load that changes every 500 requests: the last 100 of each quantum",
        List.of(
            Panel.of(
                "99th percentile latency",
                "quantum: 45, 30, 45, 30 requests/s",
                P99,
                Stream.of("sequential", "fixed-2", "fixed-4", PUBLISHED, TAIL_INDEX)
                    .map(policy -> bursts.curve(policy).named(label(policy)))
                    .toList())));
  }

  private PaperFigure limits() {
    List<String> policies =
        List.of(
            "sequential",
            "adaptive",
            PUBLISHED,
            TAIL_INDEX,
            "tail-index-patient",
            "tail-index-predicted",
            "edf-300");
    return new PaperFigure(
        "Beyond the paper",
        "Up to 54 requests/s, against what no policy can be below on the same requests, even if it knew the future",
        List.of(
            Panel.of("99th percentile latency", RATE, P99, withLimit(measured, policies))
                .upTo(TOP_P99_MS),
            Panel.of(
                    "p99 above the limit",
                    RATE,
                    "above the limit, %",
                    curves(policies, Measurements::aboveLimitPercent))
                .upTo(300)));
  }

  private PaperFigure robustness() {
    return new PaperFigure(
        "Robustness",
        "The same with costs, and on other demands that fit what the paper states",
        variants.stream()
            .map(variant ->
                Panel.of(
                        variant.scenario().name(),
                        RATE,
                        P99,
                        withLimit(
                            variant,
                            variant.scenario().policies().stream().map(Contender::name).toList()))
                    .upTo(1.5 * TOP_P99_MS))
            .toList());
  }

  /** Names of policies in the figures. */
  private static String label(String policy) {
    return switch (policy) {
      case PUBLISHED -> "FM, Table 2";
      case UNBOOSTED -> "FM, not boosted";
      case PLANNED -> "FM, our table";
      default -> policy;
    };
  }

  private List<Panel> latencies(List<String> policies) {
    return List.of(
        p99("(a) 99th percentile latency", policies),
        Panel.of(
                "(b) Mean latency",
                RATE,
                MEAN,
                upToPaper(curves(policies, run -> run.latency().meanMs())))
            .upTo(TOP_MEAN_MS));
  }

  private Panel p99(String title, List<String> policies) {
    return Panel.of(title, RATE, P99, upToPaper(curves(policies, run -> run.latency().p99Ms())))
        .upTo(TOP_P99_MS);
  }

  private List<Curve> curves(List<String> policies, ToDoubleFunction<Run> number) {
    return curves(measured, policies, number);
  }

  private static List<Curve> curves(
      Measurements measured, List<String> policies, ToDoubleFunction<Run> number) {
    return measured.curves(policies, number).stream()
        .map(curve -> curve.named(label(curve.name())))
        .toList();
  }

  private static List<Curve> withLimit(Measurements measured, List<String> policies) {
    return Stream.concat(
            curves(measured, policies, run -> run.latency().p99Ms()).stream(),
            Stream.of(measured.limit()))
        .toList();
  }

  private Curve ofPaper(String name, ToDoubleFunction<Run> number) {
    return upToPaper(List.of(measured.curve(PUBLISHED, number).named(name))).getFirst();
  }

  private static List<Curve> upToPaper(List<Curve> curves) {
    return curves.stream()
        .map(curve ->
            new Curve(
                curve.name(),
                curve.knowsDemand(),
                curve.points().stream().filter(p -> p.x() <= GREATEST_OF_PAPER).toList()))
        .toList();
  }
}
