package org.curtail.energy;

import java.util.Arrays;
import org.curtail.Percentile;
import org.curtail.Profile;
import org.curtail.speed.SpeedMachine;

/**
 * The least that requests draw if a percentile of them must end within a deadline, for those who
 * know every demand beforehand and have a core for each request: one that must be in time runs at
 * the constant speed that needs all of it (or, between two classes, at both in turn), the others at
 * what draws least. Who may be late are those who save most by it. No policy draws less, whatever
 * it knows.
 */
final class ClairvoyantEnergy {
  private ClairvoyantEnergy() {}

  /**
   * What a request draws in the mean beyond what an idle core draws, at least.
   *
   * @param profile what requests take on a core of speed 1; those of a trace for a bound of it
   * @param percentile of the requests that must end in time, 0 to 100
   * @param deadlineMs milliseconds; more than 0
   * @return joules; infinite if too many requests take longer at the fastest
   */
  static double joules(
      Profile profile, SpeedMachine machine, double percentile, double deadlineMs) {
    return joules(profile, machine, percentile, deadlineMs, 1);
  }

  /**
   * The same for requests that may have several threads, all on cores of one class at a time.
   *
   * @param maxDegree 1 to the profile's
   */
  static double joules(
      Profile profile, SpeedMachine machine, double percentile, double deadlineMs, int maxDegree) {
    var ofOneThread = new WorkPrices(machine);
    int requests = profile.requests();
    double[] saved = new double[requests];
    double least = 0;
    for (int r = 0; r < requests; r++) {
      double workNanos = profile.timeMs(r, 1) * 1e6;
      WorkPrices prices =
          maxDegree == 1 ? ofOneThread : new WorkPrices(machine, slowness(profile, r, maxDegree));
      double whenever = workNanos * prices.least().joules();
      least += profile.weight(r) * whenever;
      saved[r] = prices.joules(workNanos, deadlineMs * 1e6) - whenever;
    }
    Integer[] bySaving = new Integer[requests];
    Arrays.setAll(bySaving, r -> r);
    Arrays.sort(bySaving, (a, b) -> Double.compare(saved[a], saved[b]));
    double toReach = Percentile.weightToReach(percentile, profile.totalWeight());
    double inTime = 0;
    for (int r : bySaving) {
      if (inTime >= toReach) {
        break;
      }
      double counted = Math.min(profile.weight(r), toReach - inTime);
      inTime += counted;
      least += counted * saved[r];
    }
    return least / profile.totalWeight();
  }

  /** By degree: the time of a request over that on one thread. */
  private static double[] slowness(Profile profile, int request, int maxDegree) {
    double[] slowness = new double[maxDegree + 1];
    for (int degree = 1; degree <= maxDegree; degree++) {
      slowness[degree] = profile.timeMs(request, degree) / profile.timeMs(request, 1);
    }
    return slowness;
  }
}
