package org.curtail.cli.report;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.results.DrawnWorkflow;
import org.curtail.benchkit.results.Grid;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Verdict.Next;
import org.curtail.benchkit.results.Verdict.Outcome;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Markup;
import org.jspecify.annotations.Nullable;

/** What the runs show, in plain words, before anything else. */
final class VerdictSection {
  private VerdictSection() {}

  static void write(Markup markup, Chapter chapter) {
    Results results = chapter.results();
    markup.start("header", "class", "verdict");
    markup.element("p", facts(chapter), "class", "facts");
    markup.element(chapter.heads() ? "h1" : "h2", results.verdict().headline());
    Outcome outcome = results.verdict().outcome();
    if (outcome == null) {
      chapter.notes().forEach(note -> markup.element("p", note));
    } else {
      badge(markup, chapter, outcome);
    }
    markup.end();
    next(markup, chapter.next());
  }

  /** What the figures can be trusted for, in a few words; the notes are folded into it. */
  private static void badge(Markup markup, Chapter chapter, Outcome outcome) {
    String words = inWords(chapter.results(), outcome);
    if (chapter.notes().isEmpty()) {
      markup.element("p", words, "class", "badge " + outcome);
      return;
    }
    markup.start("details", "class", "badge " + outcome);
    markup.element("summary", "%s · %s".formatted(words, counted(chapter.notes().size(), "note")));
    chapter.notes().forEach(note -> markup.element("p", note));
    markup.end();
  }

  private static String inWords(Results results, Outcome outcome) {
    boolean live = results.kind().equals("bench") && results.emulated().isEmpty();
    return switch (outcome) {
      case DIFFERENCE, NO_DIFFERENCE ->
          live ? "quiet machine" : results.emulated().isEmpty() ? "simulated" : "emulated";
      case TOO_BUSY ->
          live
              ? "busy machine: live figures not judged"
              : "busy machine: emulated figures not judged";
      case TOO_FEW -> "too few requests: not judged";
      case NOTHING_TO_COMPARE -> "nothing to compare";
      case VOID -> "void: answers were wrong or requests failed";
    };
  }

  private static void next(Markup markup, @Nullable Next next) {
    if (next != null) {
      markup.start("div", "class", "next");
      markup.element("p", next.why() + ":");
      markup.start("pre", "tabindex", "0");
      markup.element("code", next.command());
      markup.end();
      markup.end();
    }
  }

  private static String facts(Chapter chapter) {
    Results results = chapter.results();
    Grid grid = results.grid();
    Interruption interrupted = results.interrupted();
    if (grid != null) {
      return "%s · %s · %s · seed %d%s"
          .formatted(
              results.kind(),
              counted(grid.points().size(), "point"),
              grid.policies().size() == 1 ? "1 policy" : grid.policies().size() + " policies",
              results.seed(),
              interrupted == null ? "" : " · " + interrupted.inWords());
    }
    DrawnWorkflow workflow = results.workflow();
    if (workflow != null) {
      return "workflow · %s · seed %d"
          .formatted(counted(workflow.stages().size(), "stage"), results.seed());
    }
    var facts = new ArrayList<>(List.of(results.kind()));
    if (results.cores() > 0) {
      facts.add(counted(results.cores(), "core"));
    }
    if (!results.runs().isEmpty()) {
      int policies = chapter.runs().policies().size();
      facts.add(policies == 1 ? "1 policy" : policies + " policies");
      facts.add(counted(chapter.runs().loads().size(), "load"));
      long requests = results.runs().stream().mapToLong(run -> run.requests()).sum();
      facts.add(Numbers.count(requests) + " requests");
    }
    facts.add("seed " + results.seed());
    if (interrupted != null) {
      facts.add(interrupted.inWords());
    }
    return String.join(" · ", facts);
  }

  private static String counted(int count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }
}
