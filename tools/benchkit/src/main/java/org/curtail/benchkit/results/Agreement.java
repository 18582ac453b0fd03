package org.curtail.benchkit.results;

/** How far ours agrees with what is claimed. */
public enum Agreement {
  /** It is so here too; of a number: ours is the paper's, within a fifth or as the paper rounds. */
  YES("yes"),
  /** Ours has the sign of the paper's number, and another size. */
  SAME_DIRECTION("same direction"),
  /** It is not so here. */
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
