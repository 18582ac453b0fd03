package org.curtail.cli.plan;

import java.util.ArrayList;
import java.util.List;
import org.curtail.IntervalTable;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Ticks;

/**
 * An interval table as bars of letters, one per load or for equal neighbours. A digit is the degree
 * at that time since arrival, a dot is waiting. A degree that lasts less than a column may be
 * invisible.
 */
public final class TableBars {
  /** Greatest width of bars: wider ones are harder to compare with the table above them. */
  private static final int WIDEST = 100;

  private static final int NARROWEST = 50;
  private static final int COLUMNS_PER_TICK = 12;
  private static final char WAIT = '.';
  private static final String EXIT = " waits until a request completes ";
  private static final String PLAIN = "\u001b[0m";

  private final double columnMs;
  private final int columns;
  private final boolean coloured;

  private TableBars(double columnMs, int columns, boolean coloured) {
    this.columnMs = columnMs;
    this.columns = columns;
    this.coloured = coloured;
  }

  /**
   * The lines of the picture: a heading, the bars, a time axis.
   *
   * @param width width of the terminal in columns; at most 100 are used
   * @param coloured true if degrees have colours too
   */
  public static List<String> lines(IntervalTable table, int width, boolean coloured) {
    return lines(table, lines(table), width, coloured, "load".length());
  }

  /**
   * Draws bars that leave space for labels. If equal bars are folded, labels get longer, and all
   * bars are drawn again.
   */
  private static List<String> lines(
      IntervalTable table, List<TableLine> all, int width, boolean coloured, int label) {
    int columns = Math.clamp(width, NARROWEST, WIDEST) - label - 2;
    var bars = new TableBars(endMs(table) / columns, columns, coloured);
    List<TableLine> rows = TableLine.folded(all, bars::bar);
    int widest = rows.stream().mapToInt(row -> row.loads().length()).max().orElse(0);
    if (widest > label) {
      return lines(table, all, width, coloured, widest);
    }
    var lines = new ArrayList<String>();
    lines.add(
        padded("load", label) + "  degree by time since arrival, ms" + key(table.maxDegree()));
    for (TableLine row : rows) {
      lines.add(padded(row.loads(), label) + "  " + bars.bar(row));
    }
    lines.add(" ".repeat(label + 2) + bars.axis());
    return lines;
  }

  /** Returns one line for all loads that wait for an exit, because their bars are equal. */
  private static List<TableLine> lines(IntervalTable table) {
    List<TableLine> all = TableLine.of(table);
    var lines = new ArrayList<>(all.stream().filter(line -> !line.waits()).toList());
    if (table.hasExit()) {
      lines.add(
          new TableLine(
              table.waitForExitAbove() + 1,
              TableLine.OPEN,
              all.getLast().row(),
              TableLine.Kind.WAITS_FOR_EXIT));
    }
    return lines;
  }

  private static String padded(String text, int width) {
    return " ".repeat(width - text.length()) + text;
  }

  private static String key(int maxDegree) {
    return "; . waits" + (maxDegree > 9 ? "; a is 10, b is 11 and so on" : "");
  }

  /**
   * End of the time axis, beyond the last start, so that the greatest degree is visible in every
   * row.
   */
  private static double endMs(IntervalTable table) {
    double lastMs =
        table.rows().stream().mapToDouble(IntervalTable.Row::lastStartMs).max().orElse(0);
    double tailMs = table.rows().stream().mapToDouble(IntervalTable.Row::tailMs).max().orElse(0);
    return lastMs > 0 ? lastMs * 1.12 : tailMs > 0 ? tailMs : 1;
  }

  private String bar(TableLine line) {
    if (line.waits()) {
      int before = Math.max(0, columns - EXIT.length()) / 2;
      String wait = String.valueOf(WAIT);
      return wait.repeat(before)
          + EXIT
          + wait.repeat(Math.max(0, columns - EXIT.length() - before));
    }
    var bar = new StringBuilder();
    int previous = 0;
    for (int column = 0; column < columns; column++) {
      int degree = degreeAt(line.row(), (column + 0.5) * columnMs);
      if (coloured && degree != previous) {
        bar.append(colour(degree, line.row().startsMs().size()));
      }
      bar.append(degree == 0 ? WAIT : Character.forDigit(Math.min(degree, 35), 36));
      previous = degree;
    }
    return bar.append(coloured ? PLAIN : "").toString();
  }

  private static int degreeAt(IntervalTable.Row row, double ms) {
    int degree = 0;
    while (degree < row.startsMs().size() && row.startMs(degree + 1) <= ms) {
      degree++;
    }
    return degree;
  }

  /** Background from light to dark blue, as in the report, and black or white letters. */
  private static String colour(int degree, int degrees) {
    int[] shades = {153, 111, 68, 25, 18};
    int shade = degrees == 1 ? 0 : (degree - 1) * (shades.length - 1) / (degrees - 1);
    return "\u001b[48;5;%d;38;5;%dm".formatted(shades[shade], shade < 2 ? 16 : 231);
  }

  /** The time axis, with a label after each mark: "|0 |50 |100". */
  private String axis() {
    var axis = new StringBuilder();
    for (double tick : Ticks.linear(0, columns * columnMs, columns / COLUMNS_PER_TICK)) {
      int column = (int) Math.round(tick / columnMs);
      String mark = "|" + Numbers.exact(tick);
      if (column >= axis.length() && column + mark.length() <= columns) {
        axis.append(" ".repeat(column - axis.length())).append(mark);
      }
    }
    return axis.toString();
  }
}
