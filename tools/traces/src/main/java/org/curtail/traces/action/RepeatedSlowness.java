package org.curtail.traces.action;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;
import org.curtail.benchkit.stats.PairedBootstrap;

/**
 * Evidence that visits are slow because of the request's own work. Some requests visit a stage
 * several times. The test is if another visit of the same request is slow, too, when one visit is
 * slow. Visits at about the same time meet the same machine. So the other visit is compared with a
 * visit of another request that is at least as near in time. Slow means longer than 90 % of all
 * visits.
 *
 * <p>Other visits of the same request may do other work, so the test errs on the side of noise.
 *
 * @param compared number of slow visits with another visit of the request and a visit of another
 *     request
 * @param again share of the compared visits whose request has another slow visit
 * @param nearby share of the compared visits with a slow neighbour in time
 * @param againLow lower end of the 95 % interval of {@code again}
 * @param againHigh upper end of the 95 % interval of {@code again}
 * @param moreLow lower end of the 95 % interval of {@code again - nearby}
 */
public record RepeatedSlowness(
    int compared, double again, double nearby, double againLow, double againHigh, double moreLow) {
  private static final double SLOW_FROM = 0.9;

  /** Minimum number of pairs for a result. */
  private static final int FEWEST = 60;

  private static final int BLOCKS = 20;

  /** Maximum number of visits between two neighbours in time. */
  private static final int MOST_TRIED = 1_000;

  /** Share of repeated slowness; above it, a copy helps fewer than half of the slow visits. */
  private static final double MOSTLY = 0.5;

  /**
   * True if slow visits are work: other visits of the request are slow, and more often than
   * neighbours.
   */
  public boolean isWork() {
    return isKnown() && moreLow > 0 && again > MOSTLY;
  }

  /** True if most slow visits are slow by chance: other visits of the request are not slow. */
  public boolean isNoise() {
    return isKnown() && againHigh < MOSTLY;
  }

  /** True if there are enough pairs for a result. */
  public boolean isKnown() {
    return compared >= FEWEST;
  }

  private record Compared(double again, double nearby) {}

  /** Tests the visits to one stage. The same seed gives the same result. */
  static RepeatedSlowness of(List<TimedVisit> visits, long seed) {
    List<TimedVisit> byStart =
        visits.stream().sorted(Comparator.comparingLong(TimedVisit::startNanos)).toList();
    double[] sorted = byStart.stream().mapToDouble(TimedVisit::millis).sorted().toArray();
    if (sorted.length == 0) {
      return new RepeatedSlowness(0, 0, 0, 0, 1, 0);
    }
    double slowFrom = sorted[Math.min(sorted.length - 1, (int) (SLOW_FROM * sorted.length))];
    List<Compared> pairs = new ArrayList<>();
    for (int i = 0; i < byStart.size(); i++) {
      if (byStart.get(i).millis() > slowFrom) {
        int partner = nearest(byStart, i, true);
        int neighbour = nearest(byStart, i, false);
        if (partner >= 0
            && neighbour >= 0
            && distance(byStart, i, neighbour) <= distance(byStart, i, partner)) {
          pairs.add(
              new Compared(
                  byStart.get(partner).millis() > slowFrom ? 1 : 0,
                  byStart.get(neighbour).millis() > slowFrom ? 1 : 0));
        }
      }
    }
    return ofPairs(pairs, seed);
  }

  private static RepeatedSlowness ofPairs(List<Compared> pairs, long seed) {
    if (pairs.size() < BLOCKS) {
      return new RepeatedSlowness(pairs.size(), 0, 0, 0, 1, 0);
    }
    PairedBootstrap.Figure again = mean(pairs.stream().mapToDouble(Compared::again));
    PairedBootstrap.Figure nearby = mean(pairs.stream().mapToDouble(Compared::nearby));
    var bootstrap = new PairedBootstrap(BLOCKS, seed);
    List<Double> interval = bootstrap.spread(again);
    return new RepeatedSlowness(
        pairs.size(),
        pairs.stream().mapToDouble(Compared::again).average().orElse(0),
        pairs.stream().mapToDouble(Compared::nearby).average().orElse(0),
        interval.get(0),
        interval.get(1),
        bootstrap.spread(draw -> again.applyAsDouble(draw) - nearby.applyAsDouble(draw)).get(0));
  }

  private static PairedBootstrap.Figure mean(DoubleStream values) {
    return PairedBootstrap.mean(PairedBootstrap.blocks(values.toArray(), BLOCKS));
  }

  private static long distance(List<TimedVisit> byStart, int one, int other) {
    return Math.abs(byStart.get(one).startNanos() - byStart.get(other).startNanos());
  }

  /**
   * Returns the visit nearest in time, of the same request or of another one; -1 if none is near.
   */
  private static int nearest(List<TimedVisit> byStart, int of, boolean sameRequest) {
    int request = byStart.get(of).request();
    int best = -1;
    for (int step : new int[] {-1, 1}) {
      for (int i = of + step, tries = 0;
          i >= 0 && i < byStart.size() && tries < MOST_TRIED;
          i += step, tries++) {
        if ((byStart.get(i).request() == request) == sameRequest) {
          if (best < 0 || distance(byStart, of, i) < distance(byStart, of, best)) {
            best = i;
          }
          break;
        }
      }
    }
    return best;
  }
}
