package org.curtail.benchkit.results;

import java.util.List;

/**
 * Reasons of deviating claims: each reason once, with a letter by which claims refer to it.
 *
 * @param texts in the order of the claims
 */
public record Reasons(List<String> texts) {
  /** The reasons of claims. */
  public static Reasons of(List<Claim> claims) {
    return new Reasons(
        claims.stream().map(Claim::reason).filter(text -> !text.isEmpty()).distinct().toList());
  }

  /** The letter of a claim's reason; empty if it has none. */
  public String letter(Claim claim) {
    int place = texts.indexOf(claim.reason());
    return place < 0 ? "" : String.valueOf((char) ('a' + place));
  }

  /** The letter of a reason. */
  public String letter(int place) {
    return String.valueOf((char) ('a' + place));
  }
}
