package org.curtail.hedge;

import java.util.Locale;
import java.util.StringJoiner;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePolicy;

/** Formats policies and numbers of a hedge for people, with a decimal point in every locale. */
final class HedgeWords {
  private HedgeWords() {}

  /** Returns a policy as the end of a sentence. */
  static String policy(ReissuePolicy policy) {
    if (policy.reissues().isEmpty()) {
      return "no call is hedged";
    }
    var words = new StringJoiner(", and ");
    for (Reissue reissue : policy.reissues()) {
      words.add(
          "after %s with probability %s"
              .formatted(millis(reissue.delayMillis()), number(reissue.probability())));
    }
    return "a call without an answer is hedged " + words;
  }

  /** Returns a share as a percentage. */
  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  static String millis(double millis) {
    return number(millis) + " ms";
  }

  /** Returns a number with at least three significant digits. */
  private static String number(double value) {
    if (value == Math.rint(value) || value >= 100) {
      return String.format(Locale.ROOT, "%.0f", value);
    }
    return String.format(Locale.ROOT, value >= 1 ? "%.2f" : "%.3g", value);
  }
}
