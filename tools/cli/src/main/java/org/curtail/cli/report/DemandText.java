package org.curtail.cli.report;

import org.curtail.benchkit.results.Demand;
import org.curtail.benchkit.text.Numbers;

/** A demand in a sentence: how long requests take alone, and what threads do for the long ones. */
final class DemandText {
  private DemandText() {}

  static String sentence(Demand demand) {
    boolean p99 = demand.carries(99);
    String tail =
        p99
            ? "one in a hundred more than " + Numbers.time(demand.p99Ms())
            : "one in twenty more than " + Numbers.time(demand.p95Ms());
    return "The demand: on one thread half of the requests take more than %s, %s%s."
        .formatted(Numbers.time(demand.p50Ms()), tail, speedup(demand));
  }

  private static String speedup(Demand demand) {
    return demand.maxDegree() == 1
        ? ""
        : "; %d threads make the longest 5 %% %s times as fast"
            .formatted(demand.maxDegree(), Numbers.ratio(demand.speedupLongest().getLast()));
  }
}
