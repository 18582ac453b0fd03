package org.curtail.cli.export;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Nested fields as text: JSON, or YAML of the same meaning. */
final class Tree {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Text that YAML reads without quotes, less its special words. */
  private static final Pattern PLAIN =
      Pattern.compile("[A-Za-z][A-Za-z0-9_.-]*(/[A-Za-z0-9_.-]+)*");

  private static final Set<String> RESERVED =
      Set.of("true", "false", "null", "yes", "no", "on", "off", "y", "n");

  private Tree() {}

  /**
   * Fields in this order: a name, a value, a name, a value. A field whose value is "" is left out.
   */
  static Map<String, Object> fields(Object... namesAndValues) {
    var fields = new LinkedHashMap<String, Object>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      if (!namesAndValues[i + 1].equals("")) {
        fields.put((String) namesAndValues[i], namesAndValues[i + 1]);
      }
    }
    return fields;
  }

  /** The fields as JSON, with a line break at the end. */
  static String json(Map<String, Object> fields) {
    var indented = new DefaultIndenter("  ", "\n");
    var printer =
        new DefaultPrettyPrinter().withObjectIndenter(indented).withArrayIndenter(indented);
    try {
      return JSON.writer(printer).writeValueAsString(fields) + "\n";
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A text in double quotes, as JSON, YAML, HOCON and most languages read it. */
  static String quoted(String text) {
    try {
      return JSON.writeValueAsString(text);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The fields as YAML in blocks, with a line break at the end. */
  static String yaml(Map<String, Object> fields) {
    var text = new StringBuilder();
    block(fields, 0, text);
    return text.toString();
  }

  private static void block(Map<?, ?> fields, int indent, StringBuilder text) {
    for (Map.Entry<?, ?> field : fields.entrySet()) {
      text.append(margin(indent, text)).append(scalar(field.getKey())).append(':');
      switch (field.getValue()) {
        case Map<?, ?> nested when !nested.isEmpty() -> {
          text.append('\n');
          block(nested, indent + 2, text);
        }
        case List<?> elements when !elements.isEmpty() -> {
          text.append('\n');
          elements(elements, indent, text);
        }
        case Object value -> text.append(' ').append(scalar(value)).append('\n');
      }
    }
  }

  private static void elements(List<?> elements, int indent, StringBuilder text) {
    for (Object element : elements) {
      text.append(margin(indent, text)).append("- ");
      switch (element) {
        case Map<?, ?> nested when !nested.isEmpty() -> block(nested, indent + 2, text);
        case List<?> nested when !nested.isEmpty() -> elements(nested, indent + 2, text);
        default -> text.append(scalar(element)).append('\n');
      }
    }
  }

  /** Margin of a line; empty behind the hyphen of an element. */
  private static String margin(int indent, StringBuilder text) {
    boolean behindHyphen = !text.isEmpty() && text.charAt(text.length() - 1) != '\n';
    return behindHyphen ? "" : " ".repeat(indent);
  }

  private static String scalar(Object value) {
    return switch (value) {
      case Map<?, ?> none -> "{}";
      case List<?> none -> "[]";
      case BigDecimal number -> number.toPlainString();
      case Number number -> number.toString();
      case Boolean truth -> truth.toString();
      default -> {
        String text = value.toString();
        yield PLAIN.matcher(text).matches() && !RESERVED.contains(text.toLowerCase(Locale.ROOT))
            ? text
            : quoted(text);
      }
    };
  }
}
