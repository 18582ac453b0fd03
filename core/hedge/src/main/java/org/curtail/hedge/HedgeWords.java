package org.curtail.hedge;

import java.util.Locale;
import java.util.StringJoiner;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePolicy;

/** A hedge in plain words, with a decimal point wherever they are read. */
final class HedgeWords {
  private HedgeWords() {}

  /** Whom a policy sends again, as the end of a sentence. */
  static String policy(ReissuePolicy policy) {
    if (policy.reissues().isEmpty()) {
      return "no call is sent again";
    }
    var words = new StringJoiner(", and ");
    for (Reissue reissue : policy.reissues()) {
      words.add(
          "after %s with probability %s"
              .formatted(millis(reissue.delayMillis()), number(reissue.probability())));
    }
    return "a call without an answer is sent again " + words;
  }

  /** A share as a percentage. */
  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  static String millis(double millis) {
    return number(millis) + " ms";
  }

  /** To three significant digits or more. */
  private static String number(double value) {
    if (value == Math.rint(value) || value >= 100) {
      return String.format(Locale.ROOT, "%.0f", value);
    }
    return String.format(Locale.ROOT, value >= 1 ? "%.2f" : "%.3g", value);
  }

  /** What the calls that are due now say of the load: one sentence; empty if nothing is wrong. */
  static String guard(LoadGuard.State state) {
    if (state.recentOpen() == 1) {
      return "";
    }
    return "%s of the hedges that are due may be sent: %s of the latest calls had no answer when their hedge was due%s%s, so all replicas seem slow."
        .formatted(
            percent(state.recentOpen()),
            percent(state.recentShare()),
            state.areSeveral() ? ", at several replicas or nearly all of them" : "",
            state.usualShare() < 0 ? "" : ", where " + percent(state.usualShare()) + " is usual");
  }
}
