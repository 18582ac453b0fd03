package org.curtail.papers.automatic;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.curtail.benchkit.results.GridPoint;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.PaperFigure.Curve;
import org.curtail.benchkit.results.PaperFigure.Panel;
import org.curtail.benchkit.results.PaperFigure.Point;
import org.curtail.papers.automatic.AutomaticRuns.Measured;

/** The results as diagrams: regret over time. */
final class AutomaticFigures {
  /** Upper limit of ratios in the diagram, so that small ratios stay visible. */
  private static final double TOP = 3;

  private static final String REQUESTS = "requests";
  private static final String SECONDS_AFTER = "seconds after the change";

  private AutomaticFigures() {}

  static List<PaperFigure> of(Measured measured) {
    var figures = new ArrayList<PaperFigure>();
    if (!measured.steady().isEmpty()) {
      figures.add(
          steady(
              measured.steady(),
              "Regret over time: mean beside the best",
              "mean ÷ best",
              WindowRatio::meanToBest));
      figures.add(
          steady(
              measured.steady(),
              "Regret over time: p95 beside the best",
              "p95 ÷ best",
              WindowRatio::p95ToBest));
      figures.add(
          steady(
              measured.steady(),
              "Regret over time: mean beside sequential",
              "mean ÷ sequential",
              WindowRatio::meanToSequential));
      figures.add(
          steady(
              measured.steady(),
              "Regret over time: p95 beside sequential",
              "p95 ÷ sequential",
              WindowRatio::p95ToSequential));
    }
    if (!measured.changing().isEmpty()) {
      figures.add(changing(measured.changing()));
    }
    if (!measured.drifts().isEmpty()) {
      figures.add(drifts(measured.drifts()));
    }
    return figures;
  }

  private static PaperFigure steady(
      List<SteadyPoint> points, String id, String yTitle, ToDoubleFunction<WindowRatio> ratio) {
    var panels = new ArrayList<Panel>();
    for (String demand : points.stream().map(it -> it.point().demand()).distinct().toList()) {
      List<SteadyPoint> ofDemand =
          points.stream().filter(it -> it.point().demand().equals(demand)).toList();
      for (int cores :
          ofDemand.stream().map(SteadyPoint::point).map(GridPoint::cores).distinct().toList()) {
        panels.add(
            Panel.of(
                    "%s, %s".formatted(demand, Words.cores(cores)),
                    REQUESTS,
                    yTitle,
                    ofDemand.stream()
                        .filter(it -> it.point().cores() == cores)
                        .map(it ->
                            curve(
                                "load " + Words.load(it.point().load()),
                                it.comparison().windows(),
                                WindowRatio::request,
                                ratio))
                        .toList())
                .upTo(TOP));
      }
    }
    return new PaperFigure(
        id,
        "Automatic, which begins with nothing, on the same requests; a point for each of %d windows of requests"
            .formatted(Comparison.WINDOWS),
        panels);
  }

  private static PaperFigure changing(List<ChangingPoint> points) {
    return new PaperFigure(
        "Loads that change",
        "Mean and p95 of automatic beside those of sequential, by time; the load comes twice",
        points.stream()
            .map(point ->
                Panel.of(
                        "%s, %s".formatted(point.demand(), point.place()),
                        "seconds",
                        "÷ sequential",
                        List.of(
                            curve(
                                "mean",
                                point.comparison().windows(),
                                WindowRatio::seconds,
                                WindowRatio::meanToSequential),
                            curve(
                                "p95",
                                point.comparison().windows(),
                                WindowRatio::seconds,
                                WindowRatio::p95ToSequential)))
                    .upTo(TOP))
            .toList());
  }

  private static Curve curve(
      String name,
      List<WindowRatio> windows,
      ToDoubleFunction<WindowRatio> x,
      ToDoubleFunction<WindowRatio> y) {
    return new Curve(
        name,
        false,
        windows.stream()
            .map(window -> point(x.applyAsDouble(window), y.applyAsDouble(window)))
            .toList());
  }

  private static PaperFigure drifts(List<DriftPoint> points) {
    return new PaperFigure(
        "After a change",
        "p95 beside the best with hindsight after the change, on the same requests",
        points.stream()
            .map(point ->
                Panel.of(
                        "%s, %s".formatted(point.demand(), point.place()),
                        SECONDS_AFTER,
                        "p95 ÷ best",
                        point.outcomes().entrySet().stream()
                            .map(entry ->
                                new Curve(
                                    entry.getKey(),
                                    false,
                                    entry.getValue().p95ToBest().stream()
                                        .map(at -> point(at[0], at[1]))
                                        .toList()))
                            .toList())
                    .upTo(TOP))
            .toList());
  }

  private static Point point(double x, double y) {
    return new Point(x, y, y, y);
  }
}
