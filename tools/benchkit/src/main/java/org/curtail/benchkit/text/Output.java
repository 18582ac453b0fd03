package org.curtail.benchkit.text;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The result of a command as one value: sentences, figures and tables in reading order, with fields
 * for programs. The output is lines or a JSON object. Not thread-safe.
 */
public final class Output {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<String> lines = new ArrayList<>();
  private final Map<String, @Nullable Object> fields = new LinkedHashMap<>();

  /** Adds a line for people only. */
  public Output line(String line) {
    lines.add(line);
    return this;
  }

  /** Adds an optional line for people only. */
  public Output line(Optional<String> line) {
    line.ifPresent(lines::add);
    return this;
  }

  /** Adds lines for people only. */
  public Output lines(List<String> more) {
    lines.addAll(more);
    return this;
  }

  /** Adds an empty line. */
  public Output gap() {
    return line("");
  }

  /**
   * Adds a field for programs only.
   *
   * @param field name of the field; a dot precedes the field of a nested object
   * @param value a text, number, list, map, record, or null
   */
  public Output field(String field, @Nullable Object value) {
    put(fields, field, value instanceof Output nested ? nested.fields : value);
    return this;
  }

  /** Adds a table: its lines, and its objects under a field. */
  public Output table(String field, Table<?> table) {
    return table(table).field(field, table.records());
  }

  /** Adds a table for people only. */
  public Output table(Table<?> table) {
    return lines(table.lines());
  }

  /** Returns the lines for people. */
  public List<String> lines() {
    return List.copyOf(lines);
  }

  /** Returns the JSON for programs, on one line. */
  public String json() throws JsonProcessingException {
    return JSON.writeValueAsString(fields);
  }

  @SuppressWarnings("unchecked") // Only this class creates objects.
  static void put(Map<String, @Nullable Object> fields, String field, @Nullable Object value) {
    int dot = field.indexOf('.');
    if (dot < 0) {
      fields.put(field, value);
    } else {
      put(
          (Map<String, @Nullable Object>)
              fields.computeIfAbsent(
                  field.substring(0, dot), name -> new LinkedHashMap<String, @Nullable Object>()),
          field.substring(dot + 1),
          value);
    }
  }
}
