package org.curtail.benchkit.results;

/** Agreement of our result with a claim. */
public enum Agreement {
  /**
   * It holds here too; for a number: ours is the paper's, within a fifth or as the paper rounds.
   */
  YES("yes"),
  /** Ours has the sign of the paper's number, and another size. */
  SAME_DIRECTION("same direction"),
  /** It does not hold here. */
  NO("no"),
  /** The interval covers both answers. */
  NOT_DECIDED("not decided");

  private final String words;

  Agreement(String words) {
    this.words = words;
  }

  /** For people, and in result files. */
  public String words() {
    return words;
  }
}
