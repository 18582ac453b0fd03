package org.curtail.reissue;

import java.util.List;

/**
 * When copies of a request are sent, as long as nobody has answered: MultipleR of the SingleR paper
 * (Kaler, He, Elnikety, SPAA'17), of which SingleD and SingleR are the forms with one copy.
 * Immutable.
 *
 * @param reissues in order of delay; none if no request is ever sent again
 */
public record ReissuePolicy(List<Reissue> reissues) {
  /** No request is sent again. */
  public static final ReissuePolicy NONE = new ReissuePolicy(List.of());

  public ReissuePolicy {
    reissues = List.copyOf(reissues);
    for (int i = 1; i < reissues.size(); i++) {
      if (reissues.get(i).delayMillis() < reissues.get(i - 1).delayMillis()) {
        throw new IllegalArgumentException("delays must not fall: " + reissues);
      }
    }
  }

  /** Every request that has no answer after the delay is sent once more. */
  public static ReissuePolicy singleD(double delayMillis) {
    return singleR(delayMillis, 1);
  }

  /** A request that has no answer after the delay is sent once more, with this probability. */
  public static ReissuePolicy singleR(double delayMillis, double probability) {
    return new ReissuePolicy(List.of(new Reissue(delayMillis, probability)));
  }

  /** How many copies of a request there are at most, the first one counted: at least 1. */
  public int maxAttempts() {
    return 1 + reissues.size();
  }
}
