package org.curtail.papers.earlytermination;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.PaperFigure.Curve;
import org.curtail.benchkit.results.PaperFigure.Panel;
import org.curtail.benchkit.results.PaperFigure.Point;
import org.curtail.benchkit.search.PerQuery;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.lucene.ranked.ChunkSharing;

/** Figures 4 and 7 of the Adaptive parallelism paper, and the waste of sharing, as pictures. */
final class EarlyTerminationFigures {
  private static final int STEP_PERCENT = 5;

  private final EarlyTermination.Measured measured;
  private final EarlyTerminationSetting setting;

  private EarlyTerminationFigures(
      EarlyTermination.Measured measured, EarlyTerminationSetting setting) {
    this.measured = measured;
    this.setting = setting;
  }

  static List<PaperFigure> of(EarlyTermination.Measured measured, EarlyTerminationSetting setting) {
    var figures = new EarlyTerminationFigures(measured, setting);
    var all =
        new ArrayList<>(
            List.of(
                new PaperFigure(
                    "Figure 4",
                    "Part of the index that a search on one thread visits, and the two points that the paper states",
                    List.of(
                        Panel.of(
                            "Distribution of the index processed",
                            "part of the index, %",
                            "queries that need at most that, %",
                            List.of(cdf(measured.visited(), measured.chunks()), paper())))),
                figures.waste()));
    if (setting.cores() > 1) {
      all.add(figures.speedup());
    }
    return List.copyOf(all);
  }

  /** The share of queries, in percent, that need at most a part of the index, in percent. */
  static Curve cdf(PerQuery visited, int chunks) {
    return new Curve(
        "measured",
        false,
        IntStream.rangeClosed(0, 100 / STEP_PERCENT)
            .map(step -> step * STEP_PERCENT)
            .mapToObj(percent -> at(percent, 100 * visited.shareUpTo(percent / 100.0 * chunks)))
            .toList());
  }

  private static Curve paper() {
    return new Curve("paper", false, List.of(at(10, 30), at(50, 38)));
  }

  private PaperFigure waste() {
    var panels = new ArrayList<>(List.of(waste("(a) Alone on the machine", false)));
    if (setting.competingThreads() > 0) {
      panels.add(
          waste("(b) Beside a competing load of %d".formatted(setting.competingThreads()), true));
    }
    return new PaperFigure(
        "Speculative work", "What threads visit that one thread would not", panels);
  }

  private Panel waste(String title, boolean competing) {
    return Panel.of(
        title,
        "degree",
        "speculative chunks, % of those visited",
        Arrays.stream(ChunkSharing.values())
            .map(sharing ->
                curve(
                    new DegreeAndSharing(2, sharing).method(),
                    setting.degrees(),
                    degree -> {
                      double percent =
                          100
                              * measured
                                  .shared(new DegreeAndSharing(degree, sharing), competing)
                                  .speculativeShare();
                      return at(degree, percent);
                    }))
            .toList());
  }

  private PaperFigure speedup() {
    List<Integer> degrees =
        IntStream.rangeClosed(1, setting.cores())
            .filter(degree ->
                degree == 1
                    || setting.ways().contains(new DegreeAndSharing(degree, ChunkSharing.DYNAMIC)))
            .boxed()
            .toList();
    return new PaperFigure(
        "Figure 7",
        "Speedup on the machine's cores, dynamic sharing",
        List.of(
            Panel.of(
                "Mean time on one thread over that at a degree",
                "degree",
                "speedup",
                List.of(
                    curve("all", degrees, degree -> at(degree, speedup(degree).all())),
                    curve(
                        "longest 5 %",
                        degrees, degree -> at(degree, speedup(degree).longest()))))));
  }

  private Speedup speedup(int degree) {
    return Speedup.of(measured, degree, setting.seed());
  }

  private static Curve curve(String name, List<Integer> degrees, Function<Integer, Point> point) {
    return new Curve(name, false, degrees.stream().map(point).toList());
  }

  private static Point at(double x, double y) {
    return new Point(x, y, y, y);
  }

  private static Point at(double x, Ratio y) {
    return new Point(x, y.value(), y.low(), y.high());
  }
}
