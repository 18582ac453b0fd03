package org.curtail.cli.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** YAML and JSON of any fields are read back unchanged. */
class TreeTest {
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

  private static Object tree(SplittableRandom random, int depth) {
    return switch (random.nextInt(depth > 3 ? 3 : 5)) {
      case 0 -> random.nextInt(1000);
      case 1 -> random.nextBoolean();
      case 2 -> TEXTS.get(random.nextInt(TEXTS.size()));
      case 3 -> {
        var list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          list.add(tree(random, depth + 1));
        }
        yield list;
      }
      default -> fields(random, depth);
    };
  }

  private static Map<String, Object> fields(SplittableRandom random, int depth) {
    var fields = new LinkedHashMap<String, Object>();
    for (int i = random.nextInt(4); i > 0; i--) {
      fields.put(TEXTS.get(random.nextInt(TEXTS.size())), tree(random, depth + 1));
    }
    return fields;
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    var json = new ObjectMapper();
    for (long seed = 0; seed < 2000; seed++) {
      var random = new SplittableRandom(seed);
      Map<String, Object> fields = fields(random, 0);
      fields.put("last", "one");
      assertThat(EnvoyProtos.yaml(Tree.yaml(fields))).as("seed %d", seed).isEqualTo(fields);
      assertThat(json.readValue(Tree.json(fields), new TypeReference<Map<String, Object>>() {}))
          .as("seed %d", seed)
          .isEqualTo(fields);
    }
  }

  @Test
  void yamlIsWrittenInBlocks() {
    assertThat(
            Tree.yaml(
                Tree.fields(
                    "routes",
                    List.of(Tree.fields("match", Tree.fields("prefix", "/"), "timeout", "")),
                    "count",
                    1)))
        .isEqualTo(
            """
            routes:
            - match:
                prefix: "/"
            count: 1
            """);
  }
}
