package org.curtail.cli.plan;

/**
 * The number of successes in independent trials.
 *
 * @param trials number of trials, at least 1
 * @param probability probability of success in each, 0 to 1
 */
record Binomial(int trials, double probability) {
  /** Relative size of omitted terms, whose sum is negligible. */
  private static final double NEGLIGIBLE = 1e-30;

  Binomial {
    if (trials < 1) {
      throw new IllegalArgumentException("trials must be at least 1: " + trials);
    }
    if (!(probability >= 0 && probability <= 1)) {
      throw new IllegalArgumentException("probability must lie between 0 and 1: " + probability);
    }
  }

  /**
   * Returns the probability of at least {@code successes}, with an absolute error of about 1e-13.
   * The sum starts at the most likely number. So no term overflows, and a million trials need only
   * some thousand terms.
   */
  double atLeast(int successes) {
    if (successes <= 0) {
      return 1;
    }
    if (probability == 0 || successes > trials) {
      return 0;
    }
    if (probability == 1) {
      return 1;
    }
    double odds = probability / (1 - probability);
    int mode = (int) Math.min(trials, (trials + 1.0) * probability);
    double all = 0;
    double atLeast = 0;
    double term = 1;
    for (int i = mode; i <= trials && term > NEGLIGIBLE; i++) {
      all += term;
      atLeast += i >= successes ? term : 0;
      term *= (trials - i) / (i + 1.0) * odds;
    }
    term = mode / (trials - mode + 1.0) / odds;
    for (int i = mode - 1; i >= 0 && term > NEGLIGIBLE; i--) {
      all += term;
      atLeast += i >= successes ? term : 0;
      term *= i / (trials - i + 1.0) / odds;
    }
    return atLeast / all;
  }
}
