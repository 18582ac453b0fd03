package org.curtail.reissue;

import java.util.List;

/**
 * The delays and probabilities of a request's copies: MultipleR of the SingleR paper (Kaler, He,
 * Elnikety, SPAA'17). SingleD and SingleR have one copy. Immutable.
 *
 * @param reissues copies in order of delay; may be empty
 */
public record ReissuePolicy(List<Reissue> reissues) {
  /** Sends no copies. */
  public static final ReissuePolicy NONE = new ReissuePolicy(List.of());

  public ReissuePolicy {
    reissues = List.copyOf(reissues);
    for (int i = 1; i < reissues.size(); i++) {
      if (reissues.get(i).delayMillis() < reissues.get(i - 1).delayMillis()) {
        throw new IllegalArgumentException("delays must not fall: " + reissues);
      }
    }
  }

  /** Returns the policy that sends a copy of every request without an answer after the delay. */
  public static ReissuePolicy singleD(double delayMillis) {
    return singleR(delayMillis, 1);
  }

  /**
   * Returns the policy that sends a copy with this probability after the delay, if there is no
   * answer.
   */
  public static ReissuePolicy singleR(double delayMillis, double probability) {
    return new ReissuePolicy(List.of(new Reissue(delayMillis, probability)));
  }

  /** Returns the greatest number of attempts of a request, including the first: at least 1. */
  public int maxAttempts() {
    return 1 + reissues.size();
  }
}
