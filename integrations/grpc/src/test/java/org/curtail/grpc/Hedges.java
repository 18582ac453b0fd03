package org.curtail.grpc;

import java.util.Collections;
import java.util.List;
import org.curtail.hedge.Hedge;
import org.curtail.hedge.HedgeBudget;
import org.curtail.hedge.HedgeSetup;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePolicy;

/** Hedges for tests: their copies do not depend on observations. */
final class Hedges {
  private static final double AN_HOUR_MILLIS = 3_600_000;

  private Hedges() {}

  /** Sends this number of copies, one after the other without a delay. */
  static Hedge soon(int copies) {
    return setup(copies, 2).start();
  }

  /** Sends copies after these times. */
  static Hedge spread(double firstMillis, double secondMillis) {
    var policy =
        new ReissuePolicy(List.of(new Reissue(firstMillis, 1), new Reissue(secondMillis, 1)));
    return setup(policy).start();
  }

  /** Sends one copy at once. */
  static Hedge atOnce() {
    return setup(1, 0).start();
  }

  /** Sends a copy after an hour, that is never. */
  static Hedge late() {
    return setup(1, AN_HOUR_MILLIS).start();
  }

  /** Sends retries at once, and copies after an hour, that is never. */
  static Hedge retrying(int copies, HedgingRules rules) {
    return setup(copies, AN_HOUR_MILLIS).retrying(rules::isRetryable).start();
  }

  private static HedgeSetup setup(int copies, double delayMillis) {
    return setup(new ReissuePolicy(Collections.nCopies(copies, new Reissue(delayMillis, 1))));
  }

  private static HedgeSetup setup(ReissuePolicy policy) {
    return Hedge.of(policy)
        .named("test")
        .idempotent()
        .leastSamples(0)
        .budget(HedgeBudget.of(policy.reissues().size(), 1_000));
  }
}
