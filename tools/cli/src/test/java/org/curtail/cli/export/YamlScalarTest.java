package org.curtail.cli.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** YAML readers read any written text unchanged. */
class YamlScalarTest {
  private static final List<String> TEXTS =
      List.of(
          "a",
          "yes",
          "No",
          "null",
          "~",
          "1",
          "1.5s",
          "0x1F",
          "a: b",
          "- a",
          "# a",
          "a#b",
          "'a'",
          "\"a\"",
          "a\nb",
          "a\tb",
          " a",
          "a ",
          "{a}",
          "[a]",
          "@type",
          "outbound|80||a.b",
          "/a/b",
          "a/b",
          "\u00e9",
          "\u001b[0m",
          "1e3",
          "true",
          "on",
          "2026-01-31",
          "a\\b",
          "%a",
          "&a",
          "*a",
          "!a",
          "|",
          ">",
          "?",
          ",",
          "=",
          "<<",
          "nan",
          ".inf",
          "0o17",
          "1_000",
          "1:30");

  @Test
  void textsAreReadBackUnchanged() throws IOException {
    for (String text : TEXTS) {
      assertThat(EnvoyProtos.yaml("key: " + EnvoyTargets.scalar(text) + "\n"))
          .isEqualTo(Map.of("key", text));
    }
  }

  @Test
  void plainTextHasNoQuotes() {
    assertThat(EnvoyTargets.scalar("a.b/c")).isEqualTo("a.b/c");
    assertThat(EnvoyTargets.scalar("1s")).isEqualTo("\"1s\"");
  }
}
