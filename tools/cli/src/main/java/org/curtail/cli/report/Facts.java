package org.curtail.cli.report;

import org.curtail.cli.chart.Markup;

/** One line of a list of facts: what, and how much. */
final class Facts {
  private Facts() {}

  static void write(Markup markup, String name, String value) {
    markup.start("div");
    markup.element("dt", name);
    markup.element("dd", value);
    markup.end();
  }
}
