package org.curtail.lucene.ranked;

/**
 * Hits as numbers that compare in Lucene's order: by score, and by smaller document among equal
 * scores. One comparison then decides if a hit can enter the top, for any worker in any order.
 *
 * <p>Scores are finite and not negative, as Lucene requires. Documents count within the index.
 */
final class HitOrder {
  /** Number that is worse than every hit. */
  static final long NOTHING = -1;

  private HitOrder() {}

  static long encode(float score, int doc) {
    // Floats of at least 0 compare as their bits; + 0 makes -0 positive.
    return ((long) Float.floatToIntBits(score + 0f) << Integer.SIZE) | (Integer.MAX_VALUE - doc);
  }

  static float score(long hit) {
    return Float.intBitsToFloat((int) (hit >>> Integer.SIZE));
  }

  static int doc(long hit) {
    return Integer.MAX_VALUE - (int) hit;
  }

  /** Relevance, with one rounding, so that a greater sum never becomes a smaller score. */
  static float relevance(double dynamicScore, double staticScore) {
    return (float) (dynamicScore + staticScore);
  }

  /**
   * Returns the least dynamic score that may still enter the top. With less, relevance is too low.
   *
   * @param worst the last hit of the top, or {@link #NOTHING} while the top is not full
   * @param greatestStatic the greatest static score of the remaining documents
   * @param firstDoc the first remaining document
   * @return 0 if every score may enter
   */
  static float leastDynamic(long worst, double greatestStatic, int firstDoc) {
    if (worst == NOTHING) {
      return 0;
    }
    float score = score(worst);
    // A later document needs more than the last hit's score, an earlier one the same score.
    boolean tiesLose = firstDoc > doc(worst);
    float notEnough = tiesLose ? score : Math.nextDown(score);
    double tooLittle = notEnough - greatestStatic;
    if (tooLittle < 0) {
      return 0;
    }
    // Relevance is rounded to the nearest float. So a slightly greater value may still be too
    // little, such as the score of a hit that equals the last.
    float almost = (float) (tooLittle + Math.ulp(notEnough) / 2);
    if (relevance(almost, greatestStatic) <= notEnough) {
      return Math.nextUp(almost);
    }
    float before = Math.nextDown(almost);
    if (relevance(before, greatestStatic) <= notEnough) {
      return almost;
    }
    float rounded = (float) tooLittle;
    return Math.nextUp(rounded > tooLittle ? Math.nextDown(rounded) : rounded);
  }
}
