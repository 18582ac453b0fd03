package org.curtail.cli.documents;

import org.curtail.benchkit.terminal.Misuse;

/** How many words passages of documents may have. */
public final class PassageWords {
  private PassageWords() {}

  /**
   * Rejects what no passage can have.
   *
   * @throws Misuse if it is negative, or 1, of which no half can be new
   */
  public static void check(int words) {
    if (words < 0 || words == 1) {
      throw new Misuse(
          "--passage-words: expected 0 for whole documents, or a whole number of at least 2, found "
              + words);
    }
  }
}
