package org.curtail.cli.chart;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Style sheets, kept as files beside their users. */
public final class StyleSheet {
  private StyleSheet() {}

  /** Style of charts, on a page and in their own files. */
  public static String charts() {
    return beside(StyleSheet.class, "charts.css");
  }

  /** A style sheet from a file beside a class. */
  public static String beside(Class<?> user, String name) {
    try (InputStream in = user.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
