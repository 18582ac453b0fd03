package org.curtail.benchkit.results;

/** Agreement of our result with a claim. */
public enum Agreement {
  /**
   * The claim holds here too; our number is the paper's, within a fifth or within the paper's
   * rounding.
   */
  YES("yes"),
  /** Our number has the sign of the paper's number, but another size. */
  SAME_DIRECTION("same direction"),
  /** The claim does not hold here. */
  NO("no"),
  /** The interval covers both answers. */
  NOT_DECIDED("not decided");

  private final String words;

  Agreement(String words) {
    this.words = words;
  }

  /** Returns the text for people and for result files. */
  public String words() {
    return words;
  }
}
