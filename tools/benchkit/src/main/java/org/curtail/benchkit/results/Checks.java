package org.curtail.benchkit.results;

/**
 * Checks of a run's requests and answers.
 *
 * @param failed number of requests that ended with an exception
 * @param checked number of requests whose hits were compared with plain Lucene
 * @param mismatches number of requests with different hits
 */
public record Checks(int failed, int checked, int mismatches) {
  /** Checks of a simulation, which has no failures and no answers. */
  public static final Checks NONE = new Checks(0, 0, 0);

  public Checks {
    Range.requireAtLeastZero("failed", failed);
    Range.requireAtLeastZero("checked", checked);
    Range.requireAtLeastZero("mismatches", mismatches);
  }
}
