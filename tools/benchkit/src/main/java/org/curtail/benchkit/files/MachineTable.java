package org.curtail.benchkit.files;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;

/**
 * The text of a machine: lines of values, separated by commas. The first line names the columns in
 * any order: {@code class,count,speed,busyWatts,idleWatts} for cores of several kinds, {@code
 * clock,count,speed,busyWatts,idleWatts} for clock steps of equal cores. Empty lines and lines that
 * begin with {@code #} do not count.
 */
public final class MachineTable {
  private static final String CLASS = "class";
  private static final String CLOCK = "clock";
  private static final List<String> NUMBERS = List.of("count", "speed", "busyWatts", "idleWatts");
  private static final int MOST_CLASSES = 100;
  private static final int MOST_SHOWN = 40;

  private final List<String> columns;
  private final SpeedMachine.Kind kind;

  private MachineTable(List<String> columns, SpeedMachine.Kind kind) {
    this.columns = columns;
    this.kind = kind;
  }

  /**
   * Reads a machine with free moves and without a budget.
   *
   * @param lines lines of the table, in order
   * @throws IllegalArgumentException if the table is invalid; the message begins with the number of
   *     the wrong line, from 1, if one line is wrong
   */
  public static SpeedMachine read(List<String> lines) {
    MachineTable table = null;
    var classes = new ArrayList<SpeedClass>();
    Map<String, Integer> lineOfName = new HashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      String where = "line %d: ".formatted(i + 1);
      if (table == null) {
        table = header(line, where);
        continue;
      }
      SpeedClass one = table.speedClass(line, where);
      Integer before = lineOfName.putIfAbsent(one.name(), i + 1);
      if (before != null) {
        throw new IllegalArgumentException(
            "%s%s: expected a name of its own, found that of line %d"
                .formatted(where, one.name(), before));
      }
      if (classes.size() == MOST_CLASSES) {
        throw new IllegalArgumentException(
            "%sexpected at most %d classes, found more".formatted(where, MOST_CLASSES));
      }
      classes.add(one);
    }
    if (table == null) {
      throw new IllegalArgumentException(
          "expected the columns class,%s, found nothing".formatted(String.join(",", NUMBERS)));
    }
    if (classes.isEmpty()) {
      throw new IllegalArgumentException(
          "expected at least one class below the names of the columns, found none");
    }
    SpeedClass[] all = classes.toArray(SpeedClass[]::new);
    return table.kind == SpeedMachine.Kind.CLOCKS
        ? SpeedMachine.ofClocks(all)
        : SpeedMachine.ofCores(all);
  }

  private static MachineTable header(String line, String where) {
    List<String> columns = fields(line);
    boolean hasClasses = columns.contains(CLASS);
    boolean hasClocks = columns.contains(CLOCK);
    if (hasClasses == hasClocks) {
      throw new IllegalArgumentException(
          "%sexpected a column '%s' or a column '%s', found %s: %s"
              .formatted(where, CLASS, CLOCK, hasClasses ? "both" : "none", shown(line)));
    }
    for (String number : NUMBERS) {
      if (!columns.contains(number)) {
        throw new IllegalArgumentException(
            "%sexpected a column '%s', found none: %s".formatted(where, number, shown(line)));
      }
    }
    if (columns.size() != NUMBERS.size() + 1) {
      throw new IllegalArgumentException(
          "%sexpected %d columns, found %d: %s"
              .formatted(where, NUMBERS.size() + 1, columns.size(), shown(line)));
    }
    return new MachineTable(
        columns, hasClocks ? SpeedMachine.Kind.CLOCKS : SpeedMachine.Kind.CORES);
  }

  private SpeedClass speedClass(String line, String where) {
    List<String> fields = fields(line);
    if (fields.size() != columns.size()) {
      throw new IllegalArgumentException(
          "%sexpected %d values, found %d: %s"
              .formatted(where, columns.size(), fields.size(), shown(line)));
    }
    String name = fields.get(columns.indexOf(kind == SpeedMachine.Kind.CLOCKS ? CLOCK : CLASS));
    double count = number(fields, "count", where);
    if (count != Math.rint(count) || count < 1 || count > SpeedClass.MOST_CORES) {
      throw new IllegalArgumentException(
          "%scount: expected a whole number from 1 to %d, found %s"
              .formatted(where, SpeedClass.MOST_CORES, fields.get(columns.indexOf("count"))));
    }
    try {
      return new SpeedClass(
          name,
          (int) count,
          number(fields, "speed", where),
          number(fields, "busyWatts", where),
          number(fields, "idleWatts", where));
    } catch (IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage());
      throw new IllegalArgumentException(message.startsWith(where) ? message : where + message, e);
    }
  }

  private double number(List<String> fields, String column, String where) {
    String text = fields.get(columns.indexOf(column));
    // Java also parses forms such as 1f or 0x1p3, which a table must not have.
    if (!text.matches("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,3})?")) {
      throw new IllegalArgumentException(
          "%s%s: expected a number, found %s"
              .formatted(where, column, text.isEmpty() ? "nothing" : shown(text)));
    }
    return Double.parseDouble(text);
  }

  private static List<String> fields(String line) {
    var fields = new ArrayList<String>();
    int from = 0;
    for (int comma = line.indexOf(','); comma >= 0; comma = line.indexOf(',', from)) {
      fields.add(line.substring(from, comma).strip());
      from = comma + 1;
    }
    fields.add(line.substring(from).strip());
    return fields;
  }

  private static String shown(String text) {
    return "'" + (text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "...") + "'";
  }
}
