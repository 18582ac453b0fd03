package org.curtail.cli.report;

import org.curtail.benchkit.results.Verdict.Next;
import org.curtail.cli.chart.Markup;

/** The beginning of the page: what all results on it together answer, and what to do. */
final class DoThisSection {
  private DoThisSection() {}

  /**
   * Writes it.
   *
   * @param answering the results that the answer rests on
   */
  static void write(Markup markup, DoThis what, String heading, Chapter answering) {
    markup.newLine();
    markup.start("header", "id", "do-this", "class", "answer");
    markup.element("h1", heading);
    markup.start("div", "class", "charts two");
    LatencySection.tail(markup, answering);
    markup.start("div");
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
    markup.end();
    markup.start("details");
    markup.element("summary", "What was shown, and what was not");
    markup.start("ul");
    what.findings().forEach(finding -> markup.element("li", finding));
    markup.end();
    markup.end();
    markup.end();
  }

  private static void code(Markup markup, String text) {
    markup.start("pre", "tabindex", "0");
    markup.element("code", text);
    markup.end();
  }
}
