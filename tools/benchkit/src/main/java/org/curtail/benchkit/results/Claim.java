package org.curtail.benchkit.results;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A claim of a paper, with the result of a simulation or a measurement. For a measurement, {@code
 * oursLow} and {@code oursHigh} are the ends of a 95 % interval.
 *
 * @param figure place in the paper, such as "Figure 8"; a text for a claim beyond the paper
 * @param what claim as text
 * @param unit unit of the numbers; empty for a plain yes or no
 * @param paper number of the paper; absent if it gives none
 * @param ours our mean over the repeats; absent for a plain yes or no, or if no run was stable
 * @param oursLow least number of the repeats
 * @param oursHigh greatest number of the repeats
 * @param difference our number minus that of the paper
 * @param holds true if the whole interval supports the claim; for a number, true if both numbers
 *     have the same sign ({@link #agreement} is finer). Absent for a number without a claim
 * @param evidence numbers behind a yes or no; may be empty
 * @param reason known reason of a deviation; may be empty
 * @param tie true if the claim is not decided: the interval, or the differences over the repeats,
 *     are on both sides. Then {@code holds} is false. Absent otherwise
 */
public record Claim(
    String figure,
    String what,
    String unit,
    @Nullable Double paper,
    @Nullable Double ours,
    @Nullable Double oursLow,
    @Nullable Double oursHigh,
    @Nullable Double difference,
    @Nullable Boolean holds,
    String evidence,
    String reason,
    @Nullable Boolean tie) {

  /** Greatest relative difference from the paper's number for the same size. */
  private static final double SAME_SIZE = 0.2;

  /** Greatest rounding error of a number that a paper prints without decimals. */
  private static final double ROUNDED = 0.5;

  /**
   * Returns a claim without an answer.
   *
   * @param paper the paper's number; null if it states none
   * @param evidence reason why there is no answer; may be empty
   */
  public static Claim unanswered(
      String figure, String what, String unit, @Nullable Double paper, String evidence) {
    return new Claim(figure, what, unit, paper, null, null, null, null, null, evidence, "", null);
  }

  /** Returns a claim without a number: true, false, or not decided. */
  public static Claim answered(
      String figure, String what, Answer answer, String evidence, String reason) {
    return new Claim(
        figure,
        what,
        "",
        null,
        null,
        null,
        null,
        null,
        answer.holds(),
        evidence,
        reason,
        answer.tie());
  }

  /**
   * Returns the agreement with the paper. A number agrees if it is within 20 % of the paper's
   * number, or within the paper's rounding. A number with the same sign has the same direction.
   *
   * @return the agreement; empty if the paper gives no number
   */
  public Optional<Agreement> agreement() {
    if (isTie()) {
      return Optional.of(Agreement.NOT_DECIDED);
    }
    if (paper != null && difference != null) {
      double rounded = paper == Math.rint(paper) ? ROUNDED : 0;
      if (Math.abs(difference) <= Math.max(SAME_SIZE * Math.abs(paper), rounded)) {
        return Optional.of(Agreement.YES);
      }
      boolean sameSign = Boolean.TRUE.equals(holds);
      return Optional.of(sameSign ? Agreement.SAME_DIRECTION : Agreement.NO);
    }
    if (holds == null) {
      return paper == null ? Optional.empty() : Optional.of(Agreement.NO);
    }
    return Optional.of(holds ? Agreement.YES : Agreement.NO);
  }

  /** Returns {@link #agreement} as text for result files; null without an agreement. */
  @JsonProperty(value = "agreement", access = JsonProperty.Access.READ_ONLY)
  @Nullable String agreementWords() {
    return agreement().map(Agreement::words).orElse(null);
  }

  /**
   * Returns a text with the number of claims that hold, among the claims with an answer.
   *
   * @param where place of the results: "here", "in the simulator"
   */
  public static String summary(List<Claim> claims, String where) {
    Map<Agreement, Long> counts =
        claims.stream()
            .flatMap(claim -> claim.agreement().stream())
            .collect(Collectors.groupingBy(it -> it, Collectors.counting()));
    long judged = counts.values().stream().mapToLong(Long::longValue).sum();
    var text =
        new StringBuilder(
            "%d of %d claims hold %s"
                .formatted(counts.getOrDefault(Agreement.YES, 0L), judged, where));
    long sameDirection = counts.getOrDefault(Agreement.SAME_DIRECTION, 0L);
    if (sameDirection > 0) {
      text.append(
          "; %d more %s the same direction, not the size"
              .formatted(sameDirection, sameDirection == 1 ? "has" : "have"));
    }
    long ties = counts.getOrDefault(Agreement.NOT_DECIDED, 0L);
    if (ties > 0) {
      text.append("; %d %s not decided".formatted(ties, ties == 1 ? "is" : "are"));
    }
    return text.toString();
  }

  /** True if the claim is not decided. */
  public boolean isTie() {
    return Boolean.TRUE.equals(tie);
  }

  /**
   * True if our answer is the opposite, or if the paper's number is outside the range of our
   * repeats.
   */
  public boolean deviates() {
    if (Boolean.FALSE.equals(holds) && !isTie()) {
      return true;
    }
    return paper != null
        && oursLow != null
        && oursHigh != null
        && (paper < oursLow || paper > oursHigh);
  }

  /** Returns the claim; without a reason if the claim does not deviate. */
  public Claim explainedIfNeeded() {
    return deviates() || reason.isEmpty()
        ? this
        : new Claim(
            figure,
            what,
            unit,
            paper,
            ours,
            oursLow,
            oursHigh,
            difference,
            holds,
            evidence,
            "",
            tie);
  }
}
