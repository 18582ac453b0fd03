package org.curtail.app.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Style sheets, kept as files beside this class. */
final class StyleSheet {
  private StyleSheet() {}

  /** How charts look, on the page and alone. */
  static String charts() {
    return read("charts.css");
  }

  /** How the page around them looks. */
  static String page() {
    return read("page.css");
  }

  private static String read(String name) {
    try (InputStream in = StyleSheet.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
