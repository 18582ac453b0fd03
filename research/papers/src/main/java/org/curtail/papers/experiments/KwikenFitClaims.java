package org.curtail.papers.experiments;

import java.util.List;
import java.util.Optional;

/**
 * The fit of workflows to the Kwiken paper's description of Bing's (section 2.2, Figures 4 and 6).
 * For workflows of the user: their likeness to Bing's.
 */
final class KwikenFitClaims {
  private static final String FIGURE = "The stand-ins (Figures 4 and 6)";

  private final Claims claims;
  private final KwikenBySeed<KwikenCharacter> of;

  private KwikenFitClaims(Claims claims, KwikenBySeed<KwikenCharacter> of) {
    this.claims = claims;
    this.of = of;
  }

  static void add(Claims claims, KwikenBySeed<KwikenCharacter> characters) {
    new KwikenFitClaims(claims, characters).all();
  }

  private void all() {
    String fitted =
        "fitted. There are few workflows, and times are random, so the fit is approximate";
    fit("stages of a workflow, median", "", 14, of.percentile(50, KwikenCharacter::stages), fitted);
    fit(
        "stages of a workflow, 90th percentile",
        "",
        81,
        of.percentile(90, KwikenCharacter::stages),
        fitted);
    fit(
        "stages with a p99 of more than ten times their median",
        "%",
        10,
        of.of(KwikenFitClaims::heavyStages),
        fitted);
    over(
        "workflows with a p99 of more than five times their median",
        of.percentOf(it -> it.endP99ByMedian() > 5),
        "partly fitted: the times of consecutive stages even out. The paper says the same, but a third of its workflows must have one stage that is longer than all others");
    over(
        "workflows with a p95 of more than three times their median",
        of.percentOf(it -> it.endP95ByMedian() > 3),
        "as above: the tail of a stage is mostly beyond its p95");
    fit(
        "workflows with a sequence of ten stages or more",
        "%",
        20,
        of.percentOf(it -> it.longestSequence() >= 10),
        fitted);
    String shape =
        "not fitted directly: it follows from graphs and medians, and the paper says no more about them";
    fit(
        "effective stages of a workflow, median",
        "",
        4,
        of.percentile(50, KwikenCharacter::effective),
        shape);
    fit(
        "effective stages of a workflow, 90th percentile",
        "",
        18,
        of.percentile(90, KwikenCharacter::effective),
        shape);
    fit(
        "effective stages of a critical path, median",
        "",
        2.2,
        of.percentile(50, KwikenCharacter::effectivePerPath),
        shape);
    fit(
        "stages that an effective stage waits for, median",
        "",
        2,
        of.of(repeat -> inDegree(repeat, 50)),
        shape);
    fit(
        "stages that an effective stage waits for, 90th percentile",
        "",
        9,
        of.of(repeat -> inDegree(repeat, 90)),
        shape);
  }

  private static double heavyStages(List<KwikenCharacter> workflows) {
    return workflows.stream()
        .flatMap(it -> it.p99ByMedian().stream())
        .mapToDouble(ratio -> ratio > 10 ? 100 : 0)
        .average()
        .orElseThrow();
  }

  private static double inDegree(List<KwikenCharacter> workflows, double percentile) {
    List<Integer> all = workflows.stream().flatMap(it -> it.inDegrees().stream()).toList();
    return KwikenBySeed.percentile(percentile, all, Integer::doubleValue);
  }

  private void fit(String what, String unit, double paper, Estimate ours, String reason) {
    claims.number(FIGURE, what, unit, paper, Optional.of(ours), reason);
  }

  /** Share of workflows in percent; over 30 in the paper. */
  private void over(String what, Estimate ours, String reason) {
    claims.bound(FIGURE, what, true, 30, "%", Optional.of(ours), reason);
  }
}
