package org.curtail.benchkit.results;

import java.util.List;

/**
 * The reasons of deviating claims, each once with a letter, by which claims refer to the reason.
 *
 * @param texts reasons in the order of the claims
 */
public record Reasons(List<String> texts) {
  /** Returns the reasons of claims. */
  public static Reasons of(List<Claim> claims) {
    return new Reasons(
        claims.stream().map(Claim::reason).filter(text -> !text.isEmpty()).distinct().toList());
  }

  /** Returns the letter of a claim's reason; empty without a reason. */
  public String letter(Claim claim) {
    int place = texts.indexOf(claim.reason());
    return place < 0 ? "" : String.valueOf((char) ('a' + place));
  }

  /** Returns the letter of a reason. */
  public String letter(int place) {
    return String.valueOf((char) ('a' + place));
  }
}
