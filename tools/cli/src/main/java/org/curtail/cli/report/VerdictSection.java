package org.curtail.cli.report;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.results.DrawnWorkflow;
import org.curtail.benchkit.results.Grid;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Verdict.Next;
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
    markup.element("h2", results.verdict().headline());
    for (String detail : results.verdict().details()) {
      markup.element("p", detail);
    }
    markup.end();
    next(markup, results.verdict().next());
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
