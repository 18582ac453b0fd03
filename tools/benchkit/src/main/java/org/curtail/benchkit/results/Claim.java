package org.curtail.benchkit.results;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A claim of a paper, beside the result of a simulation or a measurement. For a measurement, the
 * smallest and the greatest of the repeats are the ends of a 95 % interval.
 *
 * @param figure its place in the paper: "Figure 8"; in words for a claim beyond the paper
 * @param what the claim in words
 * @param unit of the numbers; empty for a plain yes or no
 * @param paper the paper's number; absent if it gives none
 * @param ours the mean over the repeats; absent for a plain yes or no, or where no run was stable
 * @param oursLow the smallest of the repeats
 * @param oursHigh the greatest of the repeats
 * @param difference ours less the paper's
 * @param holds true if it holds here too, supported by the whole interval; absent where a number
 *     stands by itself. For a number: true if both have the same sign; {@link #agreement} is finer
 * @param evidence the numbers behind a yes or no; may be empty
 * @param reason of a deviation, as far as known; empty if there is none or it is unknown
 * @param tie true if it is not decided, because the interval, or the differences over the repeats,
 *     each on the same requests, are not all on one side; then {@code holds} is false. Absent
 *     otherwise
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

  /** Largest difference from the paper's number, as a share of it, that counts as the same size. */
  private static final double SAME_SIZE = 0.2;

  /** Rounding of a number that a paper prints without decimals, to either side. */
  private static final double ROUNDED = 0.5;

  /** A claim without a number: true, false, or not decided. */
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
   * Agreement of ours with the paper. A number agrees if it is within 20 % of the paper's, or
   * within the paper's rounding; with the same sign alone it has the same direction.
   *
   * @return empty for a number that no paper gives
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

  /** {@link #agreement} in words, for result files; absent if there is none. */
  @JsonProperty(value = "agreement", access = JsonProperty.Access.READ_ONLY)
  @Nullable String agreementWords() {
    return agreement().map(Agreement::words).orElse(null);
  }

  /**
   * Number of claims that hold, in words, among those with an answer.
   *
   * @param where they hold: "here", "in the simulator"
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

  /** True if it is not decided. */
  public boolean isTie() {
    return Boolean.TRUE.equals(tie);
  }

  /** True if ours is the opposite, or the paper's number lies outside the repeats. */
  public boolean deviates() {
    if (Boolean.FALSE.equals(holds) && !isTie()) {
      return true;
    }
    return paper != null
        && oursLow != null
        && oursHigh != null
        && (paper < oursLow || paper > oursHigh);
  }

  /** The same claim, without a reason if there is no deviation to explain. */
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
