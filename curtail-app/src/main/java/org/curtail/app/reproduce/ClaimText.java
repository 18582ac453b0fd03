package org.curtail.app.reproduce;

import java.util.ArrayList;
import java.util.List;
import org.curtail.app.report.Numbers;
import org.curtail.app.results.Claim;
import org.jspecify.annotations.Nullable;

/** Claims for people: a line each, the paper's number beside ours; below, what deviates and why. */
public final class ClaimText {
  private ClaimText() {}

  /** The lines. */
  public static List<String> lines(List<Claim> claims) {
    var lines = new ArrayList<String>();
    int width = claims.stream().mapToInt(claim -> claim.what().length()).max().orElse(0);
    String figure = "";
    for (Claim claim : claims) {
      if (!claim.figure().equals(figure)) {
        figure = claim.figure();
        lines.add((lines.isEmpty() ? "" : "\n") + figure);
      }
      lines.add(line(claim, width));
      if (!claim.evidence().isEmpty()) {
        lines.add("      " + claim.evidence());
      }
      if (!claim.reason().isEmpty()) {
        lines.add("      deviates: " + claim.reason());
      }
    }
    return lines;
  }

  private static String line(Claim claim, int width) {
    String what = claim.what() + " ".repeat(width - claim.what().length());
    return "  %-3s  %s%s".formatted(verdict(claim.holds()), what, numbers(claim)).stripTrailing();
  }

  private static String verdict(@Nullable Boolean holds) {
    return holds == null ? "" : holds ? "yes" : "NO";
  }

  private static String numbers(Claim claim) {
    if (claim.paper() == null) {
      return "";
    }
    return "   paper %6s   ours %6s %-14s   difference %6s %s"
        .formatted(
            number(claim.paper()),
            number(claim.ours()),
            claim.oursLow() == null
                ? ""
                : "(%s to %s)".formatted(number(claim.oursLow()), number(claim.oursHigh())),
            signed(claim.difference()),
            claim.unit());
  }

  /** With one decimal below 10, none above. */
  static String number(@Nullable Double value) {
    return value == null
        ? "-"
        : Math.abs(value) >= 100 ? "%.0f".formatted(value) : Numbers.significant(value);
  }

  private static String signed(@Nullable Double value) {
    return value == null ? "-" : (value > 0 ? "+" : "") + number(value);
  }
}
