package org.curtail.benchkit.results;

import java.util.Optional;

/** Why too little was measured for a verdict. */
public final class TooFew {
  /** The fewest blocks that a verdict is given on: with fewer no interval means anything. */
  public static final int FEWEST_BLOCKS = 5;

  private TooFew() {}

  /**
   * The headline.
   *
   * @param found how many there are
   * @param unit of what, in the singular: {@code block} or {@code repeat}
   * @param fewest that a verdict is given on
   * @param stopped where the user stopped, if so
   */
  public static String headline(
      int found, String unit, int fewest, Optional<Interruption> stopped) {
    return stopped
        .map(interruption ->
            "No verdict: %s; a verdict takes at least %d."
                .formatted(interruption.inWords(), fewest))
        .orElseGet(() ->
            "No verdict: %s too few to tell a difference from chance; give at least %d."
                .formatted(
                    found == 1 ? "one %s is".formatted(unit) : "%d %ss are".formatted(found, unit),
                    fewest));
  }
}
