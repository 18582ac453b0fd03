package org.curtail.cli.report;

import org.curtail.benchkit.results.Verdict.Next;
import org.curtail.cli.chart.Markup;

/** The end of the page: what all results on it together say to do. */
final class DoThisSection {
  private static final String ID = "do-this";
  private static final String HEADING = "Do this";

  private DoThisSection() {}

  /** A line of the page's contents. */
  static void link(Markup markup) {
    markup.start("li");
    markup.element("a", HEADING, "href", "#" + ID);
    markup.end();
  }

  static void write(Markup markup, DoThis what) {
    markup.newLine();
    markup.start("section", "id", ID, "class", "do-this");
    markup.element("h3", HEADING);
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
