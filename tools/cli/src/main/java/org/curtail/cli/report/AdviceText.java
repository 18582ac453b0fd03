package org.curtail.cli.report;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.report.Finding.Winner;

/** The advice in words: which policy to use where, or none. */
final class AdviceText {
  private AdviceText() {}

  /**
   * Which policy to use.
   *
   * @param shown the findings with a winner, at least one; the first counts most
   */
  static String toUse(List<Finding> shown, List<Finding> all) {
    Finding best = shown.getFirst();
    Winner winner = best.requireWinner();
    var sentences = new ArrayList<String>();
    sentences.add("Use %s on %s%s.".formatted(winner.name(), cores(best), basis(best)));
    if (!winner.rivals().isEmpty()) {
      sentences.add(
          "%s cannot be told from it: the intervals overlap."
              .formatted(String.join(", ", winner.rivals())));
    }
    if (!winner.raisesMeanAt().isEmpty()) {
      sentences.add(
          "It raises the mean at %s.".formatted(FindingText.loads(winner.raisesMeanAt())));
    }
    var said = new LinkedHashSet<Integer>();
    said.add(best.results().cores());
    for (Finding other : shown) {
      if (said.add(other.results().cores())) {
        sentences.add(
            "On %s use %s%s.".formatted(cores(other), other.requireWinner().name(), basis(other)));
      }
    }
    for (Finding other : all) {
      if (other.isJudged() && other.winner() == null && said.add(other.results().cores())) {
        sentences.add(
            "On %s %s as good.".formatted(cores(other), FindingText.withoutCurtail(other)));
      }
    }
    sentences.add(reader(best));
    return sentences.stream().filter(sentence -> !sentence.isEmpty()).collect(joining(" "));
  }

  private static String cores(Finding finding) {
    int cores = finding.results().cores();
    return Numbers.count(cores) + (cores == 1 ? " core" : " cores");
  }

  private static String basis(Finding finding) {
    return switch (finding.evidence()) {
      case LIVE -> "";
      case EMULATED -> ", as the engine shows on emulated ones";
      case SIMULATED -> ", as far as a simulation can tell";
    };
  }

  /** What the line of Java reads. */
  private static String reader(Finding finding) {
    String policy = finding.registeredWinner();
    if (JavaLine.needsTable(policy)) {
      return "In Java, with a reader of %s:"
          .formatted(finding.file("table", "your interval table"));
    }
    return JavaLine.needsProfile(policy)
        ? "In Java, with a reader of %s:".formatted(finding.file("profile", "your profile"))
        : "In Java:";
  }

  /** What to do if nothing is shown to gain. */
  static String withoutPolicy(List<Finding> findings) {
    List<Finding> judged = findings.stream().filter(Finding::isJudged).toList();
    if (judged.isEmpty()) {
      return "Change nothing yet: no policy is shown to be better than another.";
    }
    String where = judged.stream().map(AdviceText::cores).distinct().collect(joining(" and on "));
    return "Keep what you have: on %s %s as good as any policy that was measured."
        .formatted(where, FindingText.withoutCurtail(judged.getFirst()));
  }
}
