package org.curtail.papers.experiments;

import static org.curtail.papers.experiments.FewToManyBing.FEW_TO_MANY;
import static org.curtail.papers.experiments.FewToManyBing.PRODUCTION;
import static org.curtail.papers.experiments.FewToManyBing.RATE_FACTOR;
import static org.curtail.papers.experiments.FewToManyBing.TAIL_INDEX;
import static org.curtail.papers.experiments.FewToManyBing.rate;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.PaperFigure.Curve;
import org.curtail.benchkit.results.PaperFigure.Panel;
import org.curtail.benchkit.results.PaperFigure.Point;
import org.curtail.benchkit.results.Run;

/** The plots of the Few-to-Many paper on Bing, over the rates of the paper's server. */
final class FewToManyBingFigures {
  private static final String RATE = "requests per second of the paper's server";
  private static final String P99 = "p99 latency, ms";
  private static final double TOP_P99_MS = 300;

  private final Measurements measured;

  private FewToManyBingFigures(Measurements measured) {
    this.measured = measured;
  }

  static List<PaperFigure> of(Measurements measured) {
    var all = new FewToManyBingFigures(measured);
    return List.of(all.comparison(), all.beyond());
  }

  private PaperFigure comparison() {
    return new PaperFigure(
        "Figure 12",
        "Bing: comparisons and parallelism; a rate of the paper is %s times as high here"
            .formatted(RATE_FACTOR),
        List.of(
            Panel.of(
                    "(a) Comparison to sequential, fixed-3 with protection and Adaptive",
                    RATE,
                    P99,
                    curves(
                        List.of("sequential", PRODUCTION, "adaptive", FEW_TO_MANY),
                        run -> run.latency().p99Ms()))
                .upTo(TOP_P99_MS),
            Panel.ofBars(
                "(b) Requests by greatest degree",
                Stream.of(200.0, 280.0)
                    .flatMap(ofPaper ->
                        measured.bar(
                            "%.0f requests/s".formatted(ofPaper),
                            FEW_TO_MANY,
                            rate(ofPaper),
                            run -> run.degrees().meanDegree()))
                    .toList()),
            Panel.of(
                "(c) Threads in the system",
                RATE,
                "threads on average",
                curves(List.of(FEW_TO_MANY), Run::meanThreads))));
  }

  private PaperFigure beyond() {
    return new PaperFigure(
        "Beyond the paper",
        "The same demand under tail-index, and how busy the cores are",
        List.of(
            Panel.of(
                    "99th percentile latency",
                    RATE,
                    P99,
                    curves(
                        List.of("sequential", "fixed-3", "adaptive", FEW_TO_MANY, TAIL_INDEX),
                        run -> run.latency().p99Ms()))
                .upTo(TOP_P99_MS),
            Panel.of(
                "CPU utilization",
                RATE,
                "utilization, %",
                curves(
                    List.of("sequential", PRODUCTION, "adaptive", FEW_TO_MANY, TAIL_INDEX),
                    run -> 100 * run.utilisation()))));
  }

  private List<Curve> curves(List<String> policies, ToDoubleFunction<Run> number) {
    return policies.stream().map(policy -> atRatesOfPaper(measured.curve(policy, number))).toList();
  }

  private static Curve atRatesOfPaper(Curve curve) {
    return new Curve(
        curve.name(),
        curve.knowsDemand(),
        curve.points().stream()
            .map(point ->
                new Point(Math.rint(point.x() / RATE_FACTOR), point.y(), point.low(), point.high()))
            .toList());
  }
}
