package org.curtail.papers.grid;

import java.util.Locale;
import org.curtail.Profile;
import org.curtail.sim.SyntheticDemand;

/** The gain of further threads for requests of a synthetic demand. */
public enum Speedups {
  /** Every request gains, as in {@link SyntheticDemand#withGoodSpeedups}. */
  GOOD {
    @Override
    Profile of(SyntheticDemand demand, int requests) {
      return demand.withGoodSpeedups(requests);
    }
  },
  /** Short requests lose, as in {@link SyntheticDemand#withPoorSpeedups}. */
  POOR {
    @Override
    Profile of(SyntheticDemand demand, int requests) {
      return demand.withPoorSpeedups(requests);
    }
  };

  abstract Profile of(SyntheticDemand demand, int requests);

  /** Returns the name on the command line, such as {@code good}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
