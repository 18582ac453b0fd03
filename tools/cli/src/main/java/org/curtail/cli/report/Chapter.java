package org.curtail.cli.report;

import java.util.List;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Verdict.Next;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.cli.chart.Markup;
import org.curtail.cli.chart.Palette;
import org.jspecify.annotations.Nullable;

/**
 * One result file on the page.
 *
 * @param results its content
 * @param runs its runs, by policy and load
 * @param palette colours and dashes of the policies; the same for all chapters of a page
 * @param id prefix of the ids of everything in this chapter
 * @param notes notes of its verdict that no earlier chapter has
 * @param next the next step to a better verdict; null if the page has it already
 * @param heads true if its verdict is the heading of the page
 */
record Chapter(
    Results results,
    RunGrid runs,
    Palette palette,
    String id,
    List<String> notes,
    @Nullable Next next,
    boolean heads) {
  Chapter {
    notes = List.copyOf(notes);
  }

  /** Writes one section of a chapter; nothing if there is nothing to show. */
  @FunctionalInterface
  interface Section {
    void write(Markup markup, Chapter chapter);
  }

  /** The chapter with fewer runs. */
  Chapter with(RunGrid fewer) {
    return new Chapter(results, fewer, palette, id, notes, next, heads);
  }

  /** Opens a section with its heading; the caller closes it. */
  void startSection(Markup markup, String name, String heading) {
    markup.newLine();
    markup.start("section", "id", id + "-" + name, "class", name);
    markup.element("h3", heading);
  }

  /** Opens a table in a box that scrolls sideways by itself; the caller closes both. */
  static void startTable(Markup markup, String caption, String... columns) {
    startHeads(markup, caption);
    for (String column : columns) {
      markup.element("th", column, "scope", "col");
    }
    endHeads(markup);
  }

  private static void startHeads(Markup markup, String caption) {
    // The box accepts keyboard focus, for scrolling without a pointer.
    markup.start("div", "class", "scroll", "tabindex", "0", "role", "group", "aria-label", caption);
    markup.start("table");
    markup.element("caption", caption);
    markup.start("thead");
    markup.start("tr");
  }

  private static void endHeads(Markup markup) {
    markup.end();
    markup.end();
    markup.start("tbody");
  }

  /** Writes a table. */
  static void table(Markup markup, String caption, Table<?> table) {
    startTable(markup, caption, table);
    endTable(markup);
  }

  /** Opens a table and writes its rows; more may follow. */
  static void startTable(Markup markup, String caption, Table<?> table) {
    startHeads(markup, caption);
    for (Table.Cell head : table.columns()) {
      boolean left = head.unit() == Unit.NAME || head.unit() == Unit.WORDS;
      markup.element("th", head.text(), "scope", "col", "class", left ? "left" : "");
    }
    endHeads(markup);
    for (Table.Row row : table.cells()) {
      markup.start("tr", "class", row.begins() ? "group" : "");
      for (Table.Cell cell : row.cells()) {
        switch (cell.unit()) {
          case NAME -> markup.element("th", cell.text(), "scope", "row");
          case WORDS -> markup.element("td", cell.text(), "class", "words");
          default -> markup.element("td", cell.text());
        }
      }
      markup.end();
    }
  }

  /** Writes the numbers of a chart as a folded table. */
  static void folded(Markup markup, String summary, String caption, Table<?> table) {
    markup.start("details");
    markup.element("summary", summary);
    table(markup, caption, table);
    markup.end();
  }

  static void endTable(Markup markup) {
    markup.end();
    markup.end();
    markup.end();
  }

  static void fact(Markup markup, String name, String value) {
    markup.start("div");
    markup.element("dt", name);
    markup.element("dd", value);
    markup.end();
  }
}
