package org.curtail.cli.chart;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/**
 * Writes XML that is always well-formed: tags close in order, and texts and attributes are escaped.
 * The output is valid HTML too, as long as {@link #leaf} is only used for SVG shapes and void HTML
 * elements.
 */
public final class Markup {
  private final StringBuilder written = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /**
   * Opens an element.
   *
   * @param attributes names and values in turn; numbers are rounded to two decimals
   */
  public void start(String tag, Object... attributes) {
    tag(tag, attributes).append('>');
    open.push(tag);
  }

  /** Closes the element opened last. */
  public void end() {
    written.append("</").append(open.pop()).append('>');
  }

  /** An element without content. */
  public void leaf(String tag, Object... attributes) {
    tag(tag, attributes).append("/>");
  }

  /** An element with a text. */
  public void element(String tag, String text, Object... attributes) {
    start(tag, attributes);
    text(text);
    end();
  }

  /** A paragraph that explains the content below it. */
  public void note(String text) {
    element("p", text, "class", "note");
  }

  public void text(String text) {
    written.append(escape(text));
  }

  /** A line break between elements, for people who read the source. */
  public void newLine() {
    written.append('\n');
  }

  /**
   * Writes fixed text that needs no escaping: a style sheet, a document type.
   *
   * @param text without {@code <} and {@code &} where XML would interpret them as markup
   */
  public void verbatim(String text) {
    written.append(text);
  }

  /** The written text; all elements must be closed. */
  @Override
  public String toString() {
    if (!open.isEmpty()) {
      throw new IllegalStateException("still open: " + open);
    }
    return written.toString();
  }

  private StringBuilder tag(String tag, Object... attributes) {
    written.append('<').append(tag);
    for (int i = 0; i < attributes.length; i += 2) {
      written
          .append(' ')
          .append(attributes[i])
          .append("=\"")
          .append(escape(attribute(attributes[i + 1])))
          .append('"');
    }
    return written;
  }

  private static String attribute(Object value) {
    if (!(value instanceof Double number)) {
      return value.toString();
    }
    String rounded = String.format(Locale.ROOT, "%.2f", number);
    return rounded.replaceFirst("\\.?0+$", "");
  }

  /**
   * A text as XML, with escaped markup. Control characters and characters that XML forbids are
   * replaced.
   */
  static String escape(String text) {
    var escaped = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(c -> {
          switch (c) {
            case '<' -> escaped.append("&lt;");
            case '>' -> escaped.append("&gt;");
            case '&' -> escaped.append("&amp;");
            case '"' -> escaped.append("&quot;");
            case '\'' -> escaped.append("&#39;");
            default -> escaped.appendCodePoint(isXml(c) && !isTurn(c) ? c : '\uFFFD');
          }
        });
    return escaped.toString();
  }

  /**
   * True if the character changes the direction of the following text, so that readers would
   * misread the text.
   */
  private static boolean isTurn(int c) {
    return c == 0x061C
        || c == 0x200E
        || c == 0x200F
        || (c >= 0x202A && c <= 0x202E)
        || (c >= 0x2066 && c <= 0x2069);
  }

  private static boolean isXml(int c) {
    boolean control = Character.isISOControl(c) && c != '\t' && c != '\n' && c != '\r';
    boolean surrogate = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
    return !control && !surrogate && c != 0xFFFE && c != 0xFFFF;
  }
}
