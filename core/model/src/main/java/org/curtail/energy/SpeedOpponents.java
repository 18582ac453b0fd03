package org.curtail.energy;

import org.curtail.Profile;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;

/** What slow to fast is compared with: speed policies in the manner of other papers. */
public final class SpeedOpponents {
  private SpeedOpponents() {}

  /** Every request wants the fastest class from its arrival on, and the oldest has it first. */
  public static SpeedPolicy tailFirst() {
    return new TailFirst();
  }

  /**
   * Fast for requests that are predicted to be long, and slower for all others, in the manner of
   * Adrenaline (HPCA 2015).
   *
   * @param fromNanos of predicted demand on a core of speed 1; at least 0
   * @param slowClass of those that are predicted to be shorter; at least 0
   */
  public static SpeedPolicy predictedLong(long fromNanos, int slowClass) {
    return new PredictedLong(fromNanos, slowClass);
  }

  /**
   * The slowest clock at which a core is expected to end in time what it has and what waits for it,
   * in the manner of Rubik (MICRO 2015).
   *
   * @param profile what requests take on a core of speed 1
   * @param percentile of the requests that are to end in time; more than 0, less than 100
   * @param deadlineMs that it aims at; more than 0
   */
  public static SpeedPolicy rubik(Profile profile, double percentile, double deadlineMs) {
    return new Rubik(profile, percentile, deadlineMs);
  }

  /**
   * One clock for all cores, moved by the measured tail, in the manner of Pegasus (ISCA 2014). For
   * one run.
   *
   * @param targetMs what the tail may be; more than 0
   * @param percentile which latency is the tail; more than 0, less than 100
   * @param periodNanos the length of a window; more than 0
   * @param fewestEnds a window in which fewer requests ended tells nothing; at least 1
   */
  public static SpeedSteering pegasus(
      SpeedMachine machine, double targetMs, double percentile, long periodNanos, int fewestEnds) {
    return new Pegasus(machine, targetMs, percentile, periodNanos, fewestEnds);
  }
}
