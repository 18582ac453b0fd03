package org.curtail.cli.report;

import org.curtail.benchkit.results.Results;
import org.curtail.cli.chart.Markup;
import org.curtail.cli.chart.Palette;

/**
 * One result file on its way onto the page.
 *
 * @param results what it holds
 * @param runs its runs, by policy and load
 * @param palette who looks how; the same for all chapters of a page
 * @param id begins the ids of everything in this chapter
 */
record Chapter(Results results, RunGrid runs, Palette palette, String id) {
  /** Writes one section of a chapter. Sections without anything to show write nothing. */
  @FunctionalInterface
  interface Section {
    void write(Markup markup, Chapter chapter);
  }

  /** Opens a section with its heading; the caller closes it. */
  void startSection(Markup markup, String name, String heading) {
    markup.newLine();
    markup.start("section", "id", id + "-" + name, "class", name);
    markup.element("h3", heading);
  }

  /** Opens a table in a box that scrolls sideways by itself; the caller closes both. */
  static void startTable(Markup markup, String caption, String... columns) {
    // The box can be reached by keyboard, or nobody without a pointer could scroll it.
    markup.start("div", "class", "scroll", "tabindex", "0", "role", "group", "aria-label", caption);
    markup.start("table");
    markup.element("caption", caption);
    markup.start("thead");
    markup.start("tr");
    for (String column : columns) {
      markup.element("th", column, "scope", "col");
    }
    markup.end();
    markup.end();
    markup.start("tbody");
  }

  static void endTable(Markup markup) {
    markup.end();
    markup.end();
    markup.end();
  }
}
