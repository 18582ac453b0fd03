package org.curtail.cli.simulation;

import org.curtail.Profile;
import org.curtail.benchkit.terminal.UsageError;

/** The longest simulated time for which nanoseconds are counted exactly. */
public final class SimulatedTime {
  /** Thirty years. */
  public static final double MOST_MS = 1e12;

  private SimulatedTime() {}

  /**
   * Rejects a run that may take longer.
   *
   * @param demand demand of the requests
   * @param where words for the service in the message: "on an idle machine"
   * @throws UsageError if the requests may take too long
   */
  public static void requireCountable(
      int requests, double perSecond, Profile demand, String where) {
    if (requests * (1000 / perSecond + demand.percentileMs(100, 1)) > MOST_MS) {
      throw new UsageError(
          "--requests: expected fewer, since %,d of them may take more than 30 years %s"
              .formatted(requests, where));
    }
  }
}
