package org.curtail.benchkit.results;

/**
 * Checks of a run's requests and answers.
 *
 * @param failed requests that ended with an exception
 * @param checked requests whose top k was compared with plain Lucene's
 * @param mismatches requests whose top k differed
 */
public record Checks(int failed, int checked, int mismatches) {
  /** Checks of a simulation, in which no request fails and there are no answers. */
  public static final Checks NONE = new Checks(0, 0, 0);

  public Checks {
    Range.requireAtLeastZero("failed", failed);
    Range.requireAtLeastZero("checked", checked);
    Range.requireAtLeastZero("mismatches", mismatches);
  }
}
