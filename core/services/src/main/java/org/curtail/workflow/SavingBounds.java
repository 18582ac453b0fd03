package org.curtail.workflow;

/**
 * Bounds of the savings of delays between two evaluated ones, a &lt; b. With Z = X - Y, the saved
 * mean A1(d) = E[(Z - d)+] is convex and falls by P(Z &gt; d) per delay; the saved second moment
 * about 0, A2(d), falls by 2 E[d + Y; Z &gt; d], which lies between 2 E[a + Y; Z &gt; b] and 2 E[b
 * + Y; Z &gt; a].
 */
record SavingBounds(TriedDelay shorter, TriedDelay longer, double centreMillis) {
  private double width() {
    return longer.delayMillis() - shorter.delayMillis();
  }

  /** Returns an upper bound of the saved mean: the chord of a convex curve. */
  double mostMillis(double delayMillis) {
    double part = (delayMillis - shorter.delayMillis()) / width();
    return shorter.savedMillis() + part * (longer.savedMillis() - shorter.savedMillis());
  }

  /** Returns a lower bound of the saved mean: the tangents. */
  double leastMillis(double delayMillis) {
    double behind = delayMillis - shorter.delayMillis();
    double ahead = longer.delayMillis() - delayMillis;
    return Math.max(
        shorter.savedMillis() - behind * shorter.saving().share(),
        longer.savedMillis() + ahead * longer.saving().share());
  }

  /** Returns an upper bound of the saved second moment about 0. */
  double mostSquare(double delayMillis) {
    double behind = delayMillis - shorter.delayMillis();
    double ahead = longer.delayMillis() - delayMillis;
    double slowest = longer.saving().endMillis() - width() * longer.saving().share();
    double fastest = shorter.saving().endMillis() + width() * shorter.saving().share();
    return Math.min(
        aboutZero(shorter) - 2 * behind * slowest, aboutZero(longer) + 2 * ahead * fastest);
  }

  private double aboutZero(TriedDelay tried) {
    return tried.saving().squareMillis() + 2 * centreMillis * tried.savedMillis();
  }
}
