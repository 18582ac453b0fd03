package org.curtail.energy;

import org.curtail.Profile;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;

/** Policies of speeds in the manner of other papers, to compare slow to fast with. */
public final class SpeedOpponents {
  private SpeedOpponents() {}

  /**
   * Returns the policy by which every request wants the fastest class from its arrival on, and the
   * oldest has it first.
   */
  public static SpeedPolicy tailFirst() {
    return new TailFirst();
  }

  /**
   * Returns the policy that is fast for requests predicted to be long, and slower for all others,
   * in the manner of Adrenaline (HPCA 2015).
   *
   * @param fromNanos predicted demand on a core of speed 1 from which a request is long; at least 0
   * @param slowClass class of short requests; at least 0
   */
  public static SpeedPolicy predictedLong(long fromNanos, int slowClass) {
    return new PredictedLong(fromNanos, slowClass);
  }

  /**
   * Returns the policy of the slowest clock at which a core is expected to end its running and
   * waiting requests in time, in the manner of Rubik (MICRO 2015).
   *
   * @param profile times of requests on a core of speed 1
   * @param percentile percentile of the requests that should end in time; more than 0, less than
   *     100
   * @param deadlineMs deadline; more than 0
   */
  public static SpeedPolicy rubik(Profile profile, double percentile, double deadlineMs) {
    return new Rubik(profile, percentile, deadlineMs);
  }

  /**
   * Returns the steering of one clock for all cores by the measured tail, in the manner of Pegasus
   * (ISCA 2014). For one run.
   *
   * @param targetMs greatest allowed tail; more than 0
   * @param percentile percentile of the tail; more than 0, less than 100
   * @param periodNanos length of a window; more than 0
   * @param fewestEnds fewest ended requests in a window that counts; at least 1
   */
  public static SpeedSteering pegasus(
      SpeedMachine machine, double targetMs, double percentile, long periodNanos, int fewestEnds) {
    return new Pegasus(machine, targetMs, percentile, periodNanos, fewestEnds);
  }
}
