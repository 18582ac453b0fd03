package org.curtail.cli.report;

import java.util.List;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Markup;

/** Policies and loads that an interrupted measurement did not reach. */
final class Missing {
  private Missing() {}

  /** The rows of a table that are not there; of a measurement that went to its end, none. */
  static List<Interruption.Missing> of(Chapter chapter) {
    Interruption interrupted = chapter.results().interrupted();
    return interrupted == null ? List.of() : interrupted.missing();
  }

  /** Rows of a table of runs that say so. */
  static void rows(Markup markup, Chapter chapter, int columns) {
    for (Interruption.Missing missing : of(chapter)) {
      markup.start("tr");
      markup.element("td", Numbers.percent(missing.load()));
      markup.element("th", missing.policy(), "scope", "row");
      markup.element("td", "interrupted", "class", "words", "colspan", columns);
      markup.end();
    }
  }

  /** A sentence that says so; nothing if nothing is missing. */
  static void write(Markup markup, Chapter chapter) {
    Interruption interrupted = chapter.results().interrupted();
    if (interrupted != null && !interrupted.missing().isEmpty()) {
      markup.element("p", interrupted.sentence(), "class", "note");
    }
  }
}
