package org.curtail.benchkit.steps;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.PaperFigure.Curve;
import org.curtail.benchkit.results.PaperFigure.Panel;
import org.curtail.benchkit.results.PaperFigure.Point;
import org.curtail.benchkit.stats.MovingAverage;
import org.curtail.benchkit.text.Numbers;
import org.curtail.sim.RatePeriod;

/**
 * A figure of moving averages of latency and degree against time, and of the load (Adaptive
 * parallelism paper, section 6.3, Figure 12).
 */
public final class SteppedFigure {
  private static final String ID = "Load that changes";
  private static final double MS_PER_SECOND = 1000;

  /** Number of points of a curve: as many as a reader can distinguish. */
  private static final int MOMENTS = 36;

  private final SteppedLoad load;
  private final Set<String> knowingDemand;

  private SteppedFigure(SteppedLoad load, Set<String> knowingDemand) {
    this.load = load;
    this.knowingDemand = knowingDemand;
  }

  /**
   * Draws the figure.
   *
   * @param served runs of each policy, at least one; runs at the same index have the same arrivals
   * @param knowingDemand policies that know the demand of requests
   */
  public static PaperFigure of(
      SteppedLoad load, Map<String, List<Served>> served, Set<String> knowingDemand) {
    var figure = new SteppedFigure(load, knowingDemand);
    int repeats = served.values().iterator().next().size();
    return new PaperFigure(
        ID,
        "Averages over the requests that arrived in the %s before each moment%s. The first moment is when that time is full"
            .formatted(
                inWords(load.windowMs()),
                repeats == 1
                    ? ", of one repeat"
                    : ", in the mean of %d repeats; bars from the least repeat to the greatest"
                        .formatted(repeats)),
        List.of(
            Panel.of(
                "Latency", "time, s", "mean latency, ms", figure.curves(served, Served::latencyMs)),
            Panel.of("Degree", "time, s", "mean degree", figure.curves(served, Served::degree)),
            Panel.of("Load", "time, s", "requests/s", List.of(figure.rates()))));
  }

  private static String inWords(double ms) {
    return ms < MS_PER_SECOND
        ? Numbers.plain(ms) + " ms"
        : Numbers.plain(ms / MS_PER_SECOND) + " s";
  }

  private List<Curve> curves(Map<String, List<Served>> served, Function<Served, double[]> amount) {
    return served.entrySet().stream()
        .map(of ->
            new Curve(
                of.getKey(),
                knowingDemand.contains(of.getKey()),
                points(
                    of.getValue().stream()
                        .map(
                            s -> new MovingAverage(s.arrivalMs(), amount.apply(s), load.windowMs()))
                        .toList())))
        .toList();
  }

  private List<Point> points(List<MovingAverage> repeats) {
    var points = new ArrayList<Point>();
    moments()
        .forEach(momentMs -> {
          double[] means =
              repeats.stream()
                  .map(repeat -> repeat.at(momentMs))
                  .flatMapToDouble(OptionalDouble::stream)
                  .sorted()
                  .toArray();
          if (means.length > 0) {
            points.add(
                new Point(
                    momentMs / MS_PER_SECOND,
                    DoubleStream.of(means).average().orElseThrow(),
                    means[0],
                    means[means.length - 1]));
          }
        });
    return points;
  }

  /** Returns the times of the points, from the end of the first window to the end of the run. */
  private DoubleStream moments() {
    double firstMs = load.windowMs();
    double lastMs = load.steps().durationMs();
    return IntStream.range(0, MOMENTS)
        .mapToDouble(i -> firstMs + (lastMs - firstMs) * i / (MOMENTS - 1));
  }

  /** Returns the curve of the rate, with vertical lines at its changes. */
  private Curve rates() {
    var points = new ArrayList<Point>();
    double fromS = 0;
    for (RatePeriod step : load.steps().periods()) {
      double toS = fromS + step.durationMs() / MS_PER_SECOND;
      double rate = step.perSecond();
      points.add(new Point(fromS, rate, rate, rate));
      points.add(new Point(toS, rate, rate, rate));
      fromS = toS;
    }
    return new Curve("offered", false, points);
  }
}
