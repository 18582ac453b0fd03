package org.curtail.energy;

import java.util.Arrays;
import org.curtail.Percentile;
import org.curtail.Profile;
import org.curtail.speed.SpeedMachine;

/**
 * The least energy of requests if a percentile of them must end within a deadline, given knowledge
 * of every demand and a core for each request. A request that must be in time runs at the constant
 * speed that needs all of it (or, between two classes, at both in turn), any other at the class
 * that draws least. The late ones are those that save most by it. No policy draws less, whatever it
 * knows.
 */
final class ClairvoyantEnergy {
  private ClairvoyantEnergy() {}

  /**
   * Returns the least mean energy of a request beyond that of an idle core.
   *
   * @param profile times of requests on a core of speed 1; those of a trace for a bound of it
   * @param percentile percentile of the requests that must end in time, 0 to 100
   * @param deadlineMs milliseconds; more than 0
   * @return joules; infinite if too many requests take longer at the fastest
   */
  static double joules(
      Profile profile, SpeedMachine machine, double percentile, double deadlineMs) {
    return joules(profile, machine, percentile, deadlineMs, 1);
  }

  /**
   * Returns the same for requests with several threads, all on cores of one class at a time.
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

  /** Returns the time of a request over that on one thread, by degree. */
  private static double[] slowness(Profile profile, int request, int maxDegree) {
    double[] slowness = new double[maxDegree + 1];
    for (int degree = 1; degree <= maxDegree; degree++) {
      slowness[degree] = profile.timeMs(request, degree) / profile.timeMs(request, 1);
    }
    return slowness;
  }
}
