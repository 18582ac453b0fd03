package org.curtail.app.report;

import java.util.List;
import java.util.Optional;
import org.curtail.app.chart.Markup;
import org.curtail.measurement.results.Results;
import org.curtail.measurement.results.Verdict.Next;

/** The end of the page: what all results on it together say to do. */
final class DoThisSection {
  private DoThisSection() {}

  static void write(Markup markup, List<Results> all) {
    Optional<DoThis> decided = DoThis.of(all);
    if (decided.isEmpty()) {
      return;
    }
    DoThis what = decided.get();
    markup.newLine();
    markup.start("section", "id", "do-this", "class", "do-this");
    markup.element("h3", "Do this");
    markup.start("ul");
    what.findings().forEach(finding -> markup.element("li", finding));
    markup.end();
    markup.element("p", what.advice(), "class", "advice");
    String java = what.java();
    if (java != null) {
      code(markup, java);
    }
    Next next = what.next();
    if (next != null) {
      markup.element("p", next.why() + ":");
      code(markup, next.command());
    }
    markup.end();
  }

  private static void code(Markup markup, String text) {
    markup.start("pre", "tabindex", "0");
    markup.element("code", text);
    markup.end();
  }
}
