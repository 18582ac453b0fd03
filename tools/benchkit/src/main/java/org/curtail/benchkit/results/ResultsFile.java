package org.curtail.benchkit.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import org.curtail.IntervalTable;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.UsageError;

/**
 * Results as JSON: format {@value Results#FORMAT}. Fields have the names of the record components.
 * The interval table has the same form as in a file of its own, with a {@code format} field.
 */
public final class ResultsFile {
  private static final String TABLE_FORMAT = "curtail-interval-table/1";
  private static final List<String> KINDS =
      List.of(
          "bench",
          "simulate",
          "reproduce",
          "tune-chunks",
          "early-termination",
          "grid",
          Results.AUTOMATIC,
          "workflow",
          "diagnose");

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL)
          .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);

  private ResultsFile() {}

  /**
   * Reads a file of this format or of {@link EnergyResults}. Unknown fields are ignored.
   *
   * @throws UsageError if the file cannot be read, has another format or kind, lacks a field, or
   *     has a value of the wrong type or a number that is not finite; the message names file, line,
   *     field, and the expected and actual value in one line
   */
  public static Results read(Path file) {
    LocatedJson json;
    try {
      json = LocatedJson.read(file);
    } catch (IOException e) {
      String reason = Failure.reason(e);
      throw new UsageError(reason.contains(file.toString()) ? reason : file + ": " + reason, e);
    }
    if ("curtail-capacity/1".equals(json.field("format").value())) {
      throw json.field("format")
          .misuse(
              "results of curtail capacity are a table on the terminal, report does not draw them");
    }
    if (EnergyResults.FORMAT.equals(json.field("format").value())) {
      return energy(json);
    }
    requireText(json.field("format"), List.of(Results.FORMAT, EnergyResults.FORMAT));
    requireText(json.field("kind"), KINDS);
    LocatedJson table = json.optional("table");
    if (table != null && !table.isNull()) {
      requireText(table.field("format"), List.of(TABLE_FORMAT));
    }
    Results results = RecordReader.read(json, Results.class);
    requireLengths(json, results);
    return results;
  }

  private static Results energy(LocatedJson json) {
    try {
      return EnergyReport.of(RecordReader.read(json, EnergyResults.class));
    } catch (IllegalArgumentException e) {
      throw json.misuse(Failure.reason(e));
    }
  }

  /** Returns the text of a file, without the last line feed. */
  public static String text(Results results) throws IOException {
    var text = new StringWriter();
    write(results, text);
    return text.toString().stripTrailing();
  }

  /**
   * Writes a file. The writer stays open.
   *
   * @throws IllegalArgumentException if a number is not finite; then the writer gets no text
   */
  public static void write(Results results, Writer writer) throws IOException {
    ObjectNode root = JSON.createObjectNode().put("format", Results.FORMAT);
    ObjectNode fields = JSON.valueToTree(results);
    IntervalTable table = results.table();
    if (table != null) {
      ObjectNode embedded = JSON.createObjectNode().put("format", TABLE_FORMAT);
      embedded.setAll((ObjectNode) JSON.valueToTree(table));
      fields.set("table", embedded);
    }
    root.setAll(fields);
    requireFinite(root, "");
    var newLine = new DefaultIndenter("  ", "\n");
    JSON.writer(new DefaultPrettyPrinter().withObjectIndenter(newLine)).writeValue(writer, root);
    writer.write('\n');
  }

  private static void requireText(LocatedJson json, List<String> allowed) {
    if (!allowed.contains(json.text())) {
      throw json.unexpected(
          (allowed.size() == 1 ? "" : "one of ")
              + String.join(", ", allowed.stream().map(text -> "\"" + text + "\"").toList()));
    }
  }

  private static void requireLengths(LocatedJson json, Results results) {
    for (LocatedJson run : json.field("runs").items()) {
      LocatedJson spread = run.field("p99SpreadMs");
      if (spread.items().size() != 2) {
        throw spread.unexpected("two numbers, low and high");
      }
    }
    Demand demand = results.demand();
    if (demand == null) {
      return;
    }
    for (String name : List.of("speedupAll", "speedupLongest", "speedupShortest")) {
      LocatedJson speedup = json.field("demand").field(name);
      if (speedup.items().size() != demand.maxDegree()) {
        throw speedup.unexpected("one number for each degree up to " + demand.maxDegree());
      }
    }
  }

  private static void requireFinite(JsonNode node, String path) {
    if (node.isDouble() && !Double.isFinite(node.doubleValue())) {
      throw new IllegalArgumentException(path + " is not a finite number: " + node.doubleValue());
    }
    node.propertyStream()
        .forEach(field ->
            requireFinite(
                field.getValue(), path.isEmpty() ? field.getKey() : path + "." + field.getKey()));
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      requireFinite(node.get(i), path + "[" + i + "]");
    }
  }
}
