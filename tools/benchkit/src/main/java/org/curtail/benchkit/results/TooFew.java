package org.curtail.benchkit.results;

import java.util.Optional;

/** Reasons why a measurement is too small for a verdict. */
public final class TooFew {
  /** Least number of blocks for a verdict: with fewer, intervals have no meaning. */
  public static final int FEWEST_BLOCKS = 5;

  private TooFew() {}

  /**
   * Returns the headline.
   *
   * @param found number of measured units
   * @param unit name of a unit in the singular: {@code block} or {@code repeat}
   * @param fewest least number for a verdict
   * @param stopped progress at which the user stopped; empty for a complete measurement
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
