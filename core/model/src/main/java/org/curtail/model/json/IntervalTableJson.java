package org.curtail.model.json;

import com.fasterxml.jackson.core.JsonLocation;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.curtail.IntervalTable;
import org.curtail.json.FormatException;
import org.curtail.json.Numbers;
import org.curtail.json.ReadLimits;
import org.curtail.json.StrictParser;

/**
 * Reader and writer of interval tables as {@code curtail-interval-table/1}:
 *
 * <pre>{@code
 * {"format":"curtail-interval-table/1","cores":6,"targetParallelism":6,"maxDegree":3,
 * "percentile":99,"stepMs":50,"degrees":[1,3],"rows":[
 * {"load":1,"startsMs":[0,0,0],"tailMs":75,"meanMs":50,"averageParallelism":3}],
 * "waitForExitAbove":6}
 * }</pre>
 *
 * <p>{@code startsMs[d-1]} is the time since arrival at which degree d begins, in milliseconds.
 * Rows with a proved bound have {@code boundMs} and {@code optimal}. The reader skips the {@code
 * planning} object of {@code curtail plan --json}. The writer puts one row on a line and writes
 * numbers that read back exactly. The reader accepts fields in any order. Stateless.
 */
public final class IntervalTableJson {
  private static final String FORMAT = "curtail-interval-table/1";
  private static final List<String> FIELDS =
      List.of(
          "format",
          "cores",
          "targetParallelism",
          "maxDegree",
          "percentile",
          "stepMs",
          "degrees",
          "rows",
          "waitForExitAbove");
  private static final List<String> ROW_FIELDS =
      List.of("load", "startsMs", "tailMs", "meanMs", "averageParallelism");
  private static final List<String> OPTIONAL_FIELDS = List.of("planning");
  private static final List<String> OPTIONAL_ROW_FIELDS = List.of("boundMs", "optimal");

  private IntervalTableJson() {}

  /**
   * Reads a table. The rest of the text must be white space.
   *
   * @param text reader, which is not closed
   * @param name name of the text, for messages: usually the file
   * @throws FormatException if the text is no table of this format; the message names line and
   *     field
   * @throws IOException if the reader fails
   */
  public static IntervalTable read(Reader text, String name) throws IOException {
    return StrictParser.parse(text, name, TableDraft::read);
  }

  /**
   * Reads a table as a value inside another document.
   *
   * @throws FormatException if the value is no table of this format; the message names the place
   */
  public static IntervalTable read(StrictParser parser) throws IOException {
    return TableDraft.read(parser);
  }

  /**
   * Writes a table, with a line break at the end.
   *
   * @param out neither flushed nor closed
   */
  public static void write(IntervalTable table, Writer out) throws IOException {
    out.append(
        """
        {"format":"%s","cores":%d,"targetParallelism":%d,"maxDegree":%d,
        "percentile":%s,"stepMs":%s,"degrees":[%s],"rows":[
        %s],
        "waitForExitAbove":%d}
        """
            .formatted(
                FORMAT,
                table.cores(),
                table.targetParallelism(),
                table.maxDegree(),
                Numbers.compact(table.percentile()),
                Numbers.compact(table.stepMs()),
                table.degrees().stream().map(String::valueOf).collect(Collectors.joining(",")),
                table.rows().stream()
                    .map(IntervalTableJson::text)
                    .collect(Collectors.joining(",\n")),
                table.waitForExitAbove()));
  }

  private static String text(IntervalTable.Row row) {
    String proof =
        row.boundMs() == 0 && !row.optimal()
            ? ""
            : ",\"boundMs\":%s,\"optimal\":%s"
                .formatted(Numbers.compact(row.boundMs()), row.optimal());
    return "{\"load\":%d,\"startsMs\":[%s],\"tailMs\":%s,\"meanMs\":%s,\"averageParallelism\":%s%s}"
        .formatted(
            row.load(),
            row.startsMs().stream().map(Numbers::compact).collect(Collectors.joining(",")),
            Numbers.compact(row.tailMs()),
            Numbers.compact(row.meanMs()),
            Numbers.compact(row.averageParallelism()),
            proof);
  }

  private static final class TableDraft {
    private final StrictParser parser;
    private final List<IntervalTable.Row> rows = new ArrayList<>();
    private final List<JsonLocation> rowPlaces = new ArrayList<>();
    private int cores;
    private int targetParallelism;
    private int maxDegree;
    private JsonLocation maxDegreePlace = JsonLocation.NA;
    private double percentile;
    private double stepMs;
    private List<Integer> degrees = List.of();
    private int waitForExitAbove;

    private int starts;

    private TableDraft(StrictParser parser) {
      this.parser = parser;
    }

    static IntervalTable read(StrictParser parser) throws IOException {
      var draft = new TableDraft(parser);
      parser.object("", FIELDS, OPTIONAL_FIELDS, draft::field);
      draft.checkLengths();
      return new IntervalTable(
          draft.cores,
          draft.targetParallelism,
          draft.maxDegree,
          draft.percentile,
          draft.stepMs,
          draft.degrees,
          draft.rows,
          draft.waitForExitAbove);
    }

    private void field(String field) throws IOException {
      switch (field) {
        case "format" -> parser.constant(field, FORMAT);
        case "cores" -> cores = parser.positiveInt(field);
        case "targetParallelism" -> targetParallelism = parser.positiveInt(field);
        case "maxDegree" -> {
          maxDegree = parser.positiveInt(field);
          maxDegreePlace = parser.here();
        }
        case "percentile" -> {
          percentile = parser.numberFrom(0, field);
          if (percentile > 100) {
            throw parser.unexpected(field, "a number from 0 to 100");
          }
        }
        case "stepMs" -> stepMs = parser.numberAbove(0, field);
        case "degrees" -> degrees = degrees(field);
        case "rows" -> {
          parser.shortArray(field, this::row);
          if (rows.isEmpty()) {
            throw parser.problem(field, "expected at least one row, found none");
          }
        }
        case "waitForExitAbove" -> waitForExitAbove = parser.positiveInt(field);
        case "planning" -> parser.skipObject(field);
        default -> throw new AssertionError(field);
      }
    }

    private List<Integer> degrees(String field) throws IOException {
      List<Integer> values = parser.positiveInts(field);
      int previous = 0;
      for (int degree : values) {
        if (degree <= previous) {
          throw parser.problem(field, "expected ascending degrees, found " + shown(values));
        }
        previous = degree;
      }
      if (values.isEmpty() || values.getFirst() != 1) {
        throw parser.problem(field, "expected degrees that begin with 1, found " + shown(values));
      }
      return values;
    }

    private static String shown(List<Integer> values) {
      return StrictParser.shown(values.toString());
    }

    private void row(int index) throws IOException {
      var draft = new RowDraft(parser, StrictParser.element("rows", index));
      IntervalTable.Row row = draft.read();
      if (!rows.isEmpty() && row.load() <= rows.getLast().load()) {
        throw parser.problem(
            draft.place,
            draft.field + ".load",
            "expected more than the row before, %d, found %d"
                .formatted(rows.getLast().load(), row.load()));
      }
      starts += row.startsMs().size();
      if (starts > ReadLimits.STARTS) {
        throw parser.problem(
            draft.place,
            draft.field + ".startsMs",
            "expected at most %,d starts in all rows, found more".formatted(ReadLimits.STARTS));
      }
      rows.add(row);
      rowPlaces.add(draft.place);
    }

    /** Checks relations between fields at the end, since fields may have any order. */
    private void checkLengths() throws IOException {
      if (degrees.getLast() > maxDegree) {
        throw parser.problem(
            maxDegreePlace,
            "maxDegree",
            "expected at least the greatest of degrees, %d, found %d"
                .formatted(degrees.getLast(), maxDegree));
      }
      for (int i = 0; i < rows.size(); i++) {
        int starts = rows.get(i).startsMs().size();
        if (starts != maxDegree) {
          throw parser.problem(
              rowPlaces.get(i),
              StrictParser.element("rows", i) + ".startsMs",
              "expected maxDegree %d entries, found %d".formatted(maxDegree, starts));
        }
      }
    }
  }

  private static final class RowDraft {
    private final StrictParser parser;
    private final String field;
    private final List<Double> startsMs = new ArrayList<>();

    /** Place of the load, for a message after the rows before are known. */
    private JsonLocation place = JsonLocation.NA;

    private int load;
    private double tailMs;
    private double meanMs;
    private double averageParallelism;
    private double boundMs;
    private boolean optimal;
    private JsonLocation boundPlace = JsonLocation.NA;

    RowDraft(StrictParser parser, String field) {
      this.parser = parser;
      this.field = field;
    }

    IntervalTable.Row read() throws IOException {
      parser.object(field, ROW_FIELDS, OPTIONAL_ROW_FIELDS, this::field);
      if (boundMs > tailMs) {
        throw parser.problem(
            boundPlace,
            field + ".boundMs",
            "expected at most tailMs, %s, found %s"
                .formatted(Numbers.compact(tailMs), Numbers.compact(boundMs)));
      }
      return new IntervalTable.Row(
          load, startsMs, tailMs, meanMs, averageParallelism, boundMs, optimal);
    }

    private void field(String name) throws IOException {
      String path = field + "." + name;
      switch (name) {
        case "load" -> {
          load = parser.positiveInt(path);
          place = parser.here();
        }
        case "startsMs" -> {
          parser.shortArray(path, index -> start(StrictParser.element(path, index)));
          if (startsMs.isEmpty()) {
            throw parser.problem(path, "expected one entry per degree, found none");
          }
        }
        case "tailMs" -> tailMs = parser.numberFrom(0, path);
        case "meanMs" -> meanMs = parser.numberFrom(0, path);
        case "averageParallelism" -> averageParallelism = parser.numberFrom(0, path);
        case "boundMs" -> {
          boundMs = parser.numberFrom(0, path);
          boundPlace = parser.here();
        }
        case "optimal" -> optimal = parser.truth(path);
        default -> throw new AssertionError(name);
      }
    }

    private void start(String path) throws IOException {
      startsMs.add(parser.numberFrom(startsMs.isEmpty() ? 0 : startsMs.getLast(), path));
    }
  }
}
