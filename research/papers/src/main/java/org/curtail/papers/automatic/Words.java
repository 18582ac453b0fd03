package org.curtail.papers.automatic;

import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;

/** The wording of places and ratios. */
final class Words {
  /** Stands for a demand's own speedups, instead of a kind of speedups. */
  static final String OWN = "own";

  private Words() {}

  static String cores(int cores) {
    return cores == 1 ? "1 core" : cores + " cores";
  }

  static String load(double load) {
    return Numbers.plain(load);
  }

  /** Writes a ratio with its interval. */
  static String ratio(Ratio ratio) {
    return Numbers.ratio(ratio.value(), ratio.low(), ratio.high());
  }
}
