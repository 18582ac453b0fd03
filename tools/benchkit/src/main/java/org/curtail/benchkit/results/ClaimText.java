package org.curtail.benchkit.results;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.text.Numbers;
import org.jspecify.annotations.Nullable;

/** A text of claims: the paper's numbers beside ours, and reasons of deviations at the end. */
public final class ClaimText {
  private final Reasons reasons;

  /** Width of the texts of claims with numbers, to align the numbers. */
  private final int width;

  /** Width of the longest verdict, at least that of "yes". */
  private final int verdictWidth;

  private ClaimText(List<Claim> claims) {
    verdictWidth =
        Math.max(3, claims.stream().mapToInt(it -> verdict(it).length()).max().orElse(0));
    reasons = Reasons.of(claims);
    width =
        claims.stream()
            .filter(claim -> claim.ours() != null || claim.paper() != null)
            .mapToInt(claim -> claim.what().length())
            .max()
            .orElse(0);
  }

  /** Returns the lines of the text. */
  public static List<String> lines(List<Claim> claims) {
    var text = new ClaimText(claims);
    var lines = new ArrayList<String>();
    String figure = "";
    for (Claim claim : claims) {
      if (!claim.figure().equals(figure)) {
        figure = claim.figure();
        if (!lines.isEmpty()) {
          lines.add("");
        }
        lines.add(figure);
      }
      lines.add(text.line(claim));
      if (!claim.evidence().isEmpty()) {
        lines.add(" ".repeat(text.verdictWidth + 4) + claim.evidence());
      }
    }
    if (!text.reasons.texts().isEmpty()) {
      lines.add("");
      lines.add("Why some deviate");
    }
    for (int i = 0; i < text.reasons.texts().size(); i++) {
      lines.add("  [%s]  %s".formatted(text.reasons.letter(i), text.reasons.texts().get(i)));
    }
    return lines;
  }

  private String line(Claim claim) {
    String numbers = numbers(claim);
    String what =
        numbers.isEmpty() ? claim.what() : claim.what() + " ".repeat(width - claim.what().length());
    String reason = reasons.letter(claim);
    return ("  %-" + verdictWidth + "s  %s%s%s")
        .formatted(verdict(claim), what, numbers, reason.isEmpty() ? "" : " [" + reason + "]")
        .stripTrailing();
  }

  private static String verdict(Claim claim) {
    return claim
        .agreement()
        .map(agreement -> agreement == Agreement.NO ? "NO" : agreement.words())
        .orElse("");
  }

  private static String numbers(Claim claim) {
    if (claim.ours() == null && claim.paper() == null) {
      return "";
    }
    String spread =
        claim.oursLow() == null
            ? ""
            : "(%s to %s)".formatted(number(claim.oursLow()), number(claim.oursHigh()));
    String ours =
        "   ours %5s %s %s".formatted(number(claim.ours()), claim.unit(), spread).stripTrailing();
    return claim.paper() == null
        ? ours
        : "   paper %4s%s, difference %s"
            .formatted(Numbers.plain(claim.paper()), ours, signed(claim.difference()));
  }

  private static String number(@Nullable Double value) {
    return value == null ? "-" : Numbers.measured(value);
  }

  private static String signed(@Nullable Double value) {
    return value == null ? "-" : (value > 0 ? "+" : "") + number(value);
  }
}
