package org.curtail.benchkit.terminal;

/**
 * Conversion of a user's text for a terminal. Names, queries and files may have characters that
 * move the cursor, change colours, break lines or change the direction of writing. The conversion
 * makes them visible and harmless.
 */
public final class Visible {
  private Visible() {}

  /**
   * Returns the text with all control and format characters, line separators and lone surrogates as
   * {@code \n}, {@code \t}, {@code \r} or {@code \}{@code u001b}.
   */
  public static String of(String text) {
    if (text.codePoints().noneMatch(Visible::isHidden)) {
      return text;
    }
    var visible = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(c -> {
          switch (c) {
            case '\n' -> visible.append("\\n");
            case '\r' -> visible.append("\\r");
            case '\t' -> visible.append("\\t");
            default -> append(visible, c);
          }
        });
    return visible.toString();
  }

  /**
   * Returns equivalent JSON with all such characters in its texts escaped. Line breaks between
   * values stay.
   */
  static String json(String json) {
    if (json.codePoints().noneMatch(c -> isHidden(c) && !isLayout(c))) {
      return json;
    }
    var visible = new StringBuilder(json.length() + 16);
    json.codePoints()
        .forEach(c -> {
          if (isLayout(c)) {
            visible.appendCodePoint(c);
          } else {
            append(visible, c);
          }
        });
    return visible.toString();
  }

  private static boolean isLayout(int c) {
    return c == '\n' || c == '\r' || c == '\t';
  }

  private static void append(StringBuilder visible, int c) {
    if (!isHidden(c)) {
      visible.appendCodePoint(c);
      return;
    }
    for (char unit : Character.toChars(c)) {
      visible.append("\\u%04x".formatted((int) unit));
    }
  }

  private static boolean isHidden(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      default -> false;
    };
  }
}
