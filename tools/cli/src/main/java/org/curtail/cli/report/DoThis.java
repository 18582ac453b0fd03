package org.curtail.cli.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.curtail.benchkit.results.Demand;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Verdict.Next;
import org.curtail.benchkit.text.Numbers;
import org.jspecify.annotations.Nullable;

/**
 * What to do after all that was measured: which policy to use, how in Java, and the next command.
 * The one place that decides it, from results alone.
 *
 * <p>A live measurement counts more than an emulation, and that more than a simulation: what the
 * stronger evidence judged for a number of cores, the weaker one does not overrule.
 *
 * @param findings what was shown and what was not, a sentence each
 * @param policy to be used; null if none is shown to be better than what a user has
 * @param cores that the policy was measured on; null without a policy
 * @param advice in a sentence or two
 * @param java the line that starts the engine with the policy; null without one
 * @param next what to do next, if there is anything
 */
public record DoThis(
    List<String> findings,
    @Nullable String policy,
    @Nullable Integer cores,
    String advice,
    @Nullable String java,
    @Nullable Next next) {
  public DoThis {
    findings = List.copyOf(findings);
  }

  /** All results that compare policies, those with most weight first. */
  static List<Finding> findings(List<Results> all) {
    return all.stream()
        .flatMap(
            results -> Evidence.of(results).map(evidence -> Finding.of(results, evidence)).stream())
        .sorted(Comparator.comparing(Finding::evidence))
        .toList();
  }

  /** The findings with a winner that no stronger one overrules, that with most weight first. */
  private static List<Finding> shown(List<Finding> findings) {
    return findings.stream()
        .filter(finding -> finding.winner() != null && !isOverruled(finding, findings))
        .toList();
  }

  /**
   * The finding that answers: with a winner, else one that was judged, else any.
   *
   * @param findings at least one
   */
  static Finding answer(List<Finding> findings) {
    return shown(findings).stream()
        .findFirst()
        .or(() -> findings.stream().filter(Finding::isJudged).findFirst())
        .orElse(findings.getFirst());
  }

  /** The answer in one line; empty if no results compare policies. */
  public static Optional<String> heading(List<Results> all) {
    List<Finding> findings = findings(all);
    return findings.isEmpty()
        ? Optional.empty()
        : Optional.of(FindingText.heading(answer(findings)));
  }

  /** Decides; empty if no results compare policies. */
  public static Optional<DoThis> of(List<Results> all) {
    List<Finding> findings = findings(all);
    if (findings.isEmpty()) {
      return Optional.empty();
    }
    var sentences = new ArrayList<String>();
    findings.stream()
        .map(finding -> finding.results().demand())
        .filter(Objects::nonNull)
        .distinct()
        .forEach(demand -> sentences.add(sentence(demand)));
    findings.forEach(finding -> sentences.addAll(FindingText.sentences(finding, findings)));
    findings.stream()
        .flatMap(finding -> FindingText.degrees(finding).stream())
        .distinct()
        .forEach(sentences::add);
    List<Finding> shown = shown(findings);
    Next next = NextCommand.after(findings, shown.stream().findFirst()).orElse(null);
    if (shown.isEmpty()) {
      return Optional.of(
          new DoThis(sentences, null, null, FindingText.withoutPolicy(findings), null, next));
    }
    Finding best = shown.getFirst();
    String policy = best.registeredWinner();
    return Optional.of(
        new DoThis(
            sentences,
            policy,
            best.results().cores(),
            FindingText.toUse(shown, findings),
            JavaLine.of(policy),
            next));
  }

  private static boolean isOverruled(Finding finding, List<Finding> findings) {
    return findings.stream()
        .anyMatch(other ->
            other.isJudged()
                && other.evidence().compareTo(finding.evidence()) < 0
                && other.results().cores() == finding.results().cores());
  }

  /** All of it in lines, for a terminal: what to do, then what was shown. */
  public List<String> lines() {
    return Stream.of(
            Stream.of(advice),
            Stream.ofNullable(java).map(line -> "  " + line),
            Stream.ofNullable(next).map(Next::sentence),
            Stream.of(""),
            findings.stream())
        .flatMap(lines -> lines)
        .toList();
  }

  /**
   * A demand in a sentence: how long requests take alone, and what threads do for the long ones.
   */
  private static String sentence(Demand demand) {
    boolean p99 = demand.carries(99);
    String tail =
        p99
            ? "one in a hundred more than " + Numbers.time(demand.p99Ms())
            : "one in twenty more than " + Numbers.time(demand.p95Ms());
    return "The demand: on one thread half of the requests take more than %s, %s%s."
        .formatted(Numbers.time(demand.p50Ms()), tail, speedup(demand));
  }

  private static String speedup(Demand demand) {
    return demand.maxDegree() == 1
        ? ""
        : "; %d threads make the longest 5 %% %s times as fast"
            .formatted(demand.maxDegree(), Numbers.ratio(demand.speedupLongest().getLast()));
  }
}
