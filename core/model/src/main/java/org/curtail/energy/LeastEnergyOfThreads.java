package org.curtail.energy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.curtail.Profile;
import org.curtail.speed.SlowToFast;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;

/**
 * Least energy of one request of unknown demand within a deadline, with several threads: {@link
 * LeastEnergy} with threads. All threads are on cores of one class at a time. A step is one more
 * thread or a faster class, whichever costs fewer joules per time saved. The gain of a thread is
 * the mean over the profile's requests that are still running. Immutable.
 */
public final class LeastEnergyOfThreads {
  /** Share of requests left at which gains are estimated again. */
  private static final double SHARE_LEFT = 0.9;

  private final DemandPieces pieces;

  private final List<WorkPrices> prices;

  private final EnergySteps steps;

  private LeastEnergyOfThreads(
      Profile profile, SpeedMachine machine, double percentile, int maxDegree) {
    pieces = DemandPieces.of(profile, percentile);
    prices = prices(profile, machine, pieces, maxDegree);
    steps = new EnergySteps(pieces, prices);
  }

  /**
   * Creates the optimum for a demand.
   *
   * @param profile times of requests on cores of speed 1, by degree
   * @param percentile percentile of the requests that must end in time, 0 to 100
   * @param maxDegree 1 to the profile's and the number of cores
   */
  public static LeastEnergyOfThreads of(
      Profile profile, SpeedMachine machine, double percentile, int maxDegree) {
    int most = Math.min(profile.maxDegree(), machine.cores());
    if (maxDegree < 1 || maxDegree > most) {
      throw new IllegalArgumentException(
          "maxDegree must be 1 to %d: %d".formatted(most, maxDegree));
    }
    return new LeastEnergyOfThreads(profile, machine, percentile, maxDegree);
  }

  /**
   * Returns the prices, from the longest requests to all. Each uses the mean slowness of the
   * requests left.
   */
  private static List<WorkPrices> prices(
      Profile profile, SpeedMachine machine, DemandPieces pieces, int maxDegree) {
    int[] byDemand = profile.byDemand();
    double[] sums = new double[maxDegree + 1];
    double weight = 0;
    double weightOfLast = 0;
    int next = byDemand.length - 1;
    var prices = new WorkPrices[pieces.count()];
    for (int piece = pieces.count() - 1; piece >= 0; piece--) {
      while (next >= 0 && profile.timeMs(byDemand[next], 1) * 1e6 > pieces.beginNanos(piece)) {
        int request = byDemand[next--];
        weight += profile.weight(request);
        for (int degree = 1; degree <= maxDegree; degree++) {
          sums[degree] +=
              profile.weight(request)
                  * profile.timeMs(request, degree)
                  / profile.timeMs(request, 1);
        }
      }
      if (piece == pieces.count() - 1 || weightOfLast <= SHARE_LEFT * weight) {
        double all = weight;
        prices[piece] =
            new WorkPrices(machine, Arrays.stream(sums).map(sum -> sum / all).toArray());
        weightOfLast = weight;
      } else {
        prices[piece] = prices[piece + 1];
      }
    }
    return List.of(prices);
  }

  /** Returns the shortest possible deadline in milliseconds, with all work at the fastest. */
  public double shortestMs() {
    return steps.shortestNanos() / 1e6;
  }

  /**
   * Returns the least mean energy of a request beyond that of idle cores.
   *
   * @param deadlineMs milliseconds
   * @return joules; infinite below {@link #shortestMs}
   */
  public double joules(double deadlineMs) {
    return deadlineMs < shortestMs() ? Double.POSITIVE_INFINITY : steps.joules(deadlineMs * 1e6);
  }

  /**
   * Returns the optimal schedule. Degrees and classes never fall. After the deadline a request
   * wants the fastest degree and class.
   *
   * @param deadlineMs milliseconds; below {@link #shortestMs} all work runs at the fastest
   */
  public ThreadSpeedSchedule schedule(double deadlineMs) {
    var phases = new Phases();
    WorkPrices.Price fastest = prices.getLast().fastest();
    if (deadlineMs < shortestMs()) {
      phases.enter(fastest, 0);
      return phases.schedule();
    }
    double nanos = deadlineMs * 1e6;
    int[] place = new int[pieces.count()];
    for (EnergySteps.Step step : steps.taken(nanos)) {
      place[step.piece()] = step.place() + 1;
    }
    double part = steps.partOfNext(nanos);
    int split = part > 0 ? steps.next(nanos).piece() : -1;
    double age = 0;
    for (int piece = 0; piece < pieces.count(); piece++) {
      double work = pieces.workNanos(piece);
      double before = piece == split ? (1 - part) * work : work;
      WorkPrices.Price price = prices.get(piece).get(place[piece]);
      phases.enter(price, Math.min(age, nanos));
      age += before * price.nanos();
      if (piece == split) {
        WorkPrices.Price faster = prices.get(piece).get(place[piece] + 1);
        phases.enter(faster, Math.min(age, nanos));
        age += part * work * faster.nanos();
      }
    }
    phases.enter(fastest, nanos);
    return phases.schedule();
  }

  private static final class Phases {
    private final List<ThreadSpeedSchedule.Step> degrees = new ArrayList<>();
    private final List<Long> thresholds = new ArrayList<>();

    void enter(WorkPrices.Price price, double ageNanos) {
      long age = (long) Math.min(Math.rint(ageNanos), 1e18);
      if (degrees.isEmpty() || price.degree() > degrees.getLast().degree()) {
        if (!degrees.isEmpty() && degrees.getLast().fromNanos() == age) {
          degrees.removeLast();
        }
        degrees.add(new ThreadSpeedSchedule.Step(age, price.degree()));
      }
      while (thresholds.size() < price.speedClass()) {
        thresholds.add(age);
      }
    }

    ThreadSpeedSchedule schedule() {
      return new ThreadSpeedSchedule(
          degrees, new SlowToFast(thresholds, SpeedPolicy.WhenFull.TAKES_ANY));
    }
  }
}
