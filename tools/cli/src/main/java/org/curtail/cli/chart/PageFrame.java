package org.curtail.cli.chart;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * Begin and end of a self-contained page without scripts and external fonts or pictures. The page
 * is readable on a laptop, on a phone and on paper, in light and in dark mode.
 */
public final class PageFrame {
  private PageFrame() {}

  /**
   * Begins a page, up to its first element.
   *
   * @param shades number of shades of one colour, one for each degree, at least 1
   */
  public static void start(Markup markup, String title, int shades) {
    markup.verbatim("<!DOCTYPE html>\n");
    markup.start("html", "lang", "en", "xmlns", "http://www.w3.org/1999/xhtml");
    markup.start("head");
    markup.leaf("meta", "charset", "utf-8");
    markup.leaf("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    markup.leaf("meta", "name", "color-scheme", "content", "light dark");
    markup.element("title", title);
    markup.start("style");
    markup.verbatim(Palette.css(shades) + charts() + styleSheet("page.css"));
    markup.end();
    markup.end();
    markup.newLine();
    markup.start("body");
    markup.start("main");
    markup.element("p", "curtail report", "class", "kicker");
  }

  /** Ends the page. */
  public static void end(Markup markup) {
    markup.end();
    markup.end();
    markup.end();
    markup.newLine();
  }

  /** Style of charts, on a page and in their own files. */
  public static String charts() {
    return styleSheet("charts.css");
  }

  private static String styleSheet(String name) {
    try (InputStream in = PageFrame.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
