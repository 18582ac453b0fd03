package org.curtail.benchkit.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class VisibleTest {
  /** Escape, bell, new line, tab, delete, C1, bidi override and isolate, zero width, separator. */
  private static final String HOSTILE =
      "a\u001b[31mb\u0007c\nd\te\u007ff\u009bg\u202eh\u2066i\u200bj\u2028k\r\b";

  private static final String SEEN =
      "a\\u001b[31mb\\u0007c\\nd\\te\\u007ff\\u009bg\\u202eh\\u2066i\\u200bj\\u2028k\\r\\u0008";

  @Test
  void whatATerminalWouldActOnIsSeenInstead() {
    assertThat(Visible.of(HOSTILE)).isEqualTo(SEEN);
    assertThat(Visible.of("half \ud83d of a pair, tag \udb40\udc41"))
        .isEqualTo("half \\ud83d of a pair, tag \\udb40\\udc41");
  }

  @Test
  void everyOtherTextIsLeftAlone() {
    String text = "C:\\new\\table.json, Ünïcødé, 漢字, עברית, 😀";
    assertThat(Visible.of(text)).isSameAs(text);
  }

  @Test
  void jsonHidesNothingAndReadsBackTheSame() throws JsonProcessingException {
    var mapper = new ObjectMapper();
    Map<String, String> value = Map.of("field\u202e", HOSTILE, "text", "plain 😀");
    String json = mapper.writerWithDefaultPrettyPrinter().writeValueAsString(value);
    String visible = Visible.json(json);
    assertThat(visible.lines()).hasSizeGreaterThan(2);
    assertThat(visible.replace("\n", "")).isEqualTo(Visible.of(visible.replace("\n", "")));
    assertThat(mapper.readTree(visible)).isEqualTo(mapper.readTree(json));
  }

  @Test
  void everyWayToSpeakShowsHostileTextOnOneLine() {
    for (boolean terminal : new boolean[] {false, true}) {
      var out = new ByteArrayOutputStream();
      var err = new ByteArrayOutputStream();
      var console =
          new Console(
              new PrintStream(out, true, StandardCharsets.UTF_8),
              new PrintStream(err, true, StandardCharsets.UTF_8),
              terminal);
      console.progress(HOSTILE);
      console.result(HOSTILE);
      console.say(HOSTILE);
      console.warn(HOSTILE);
      console.heading(HOSTILE);
      console.trace(new IllegalStateException(HOSTILE));
      String ours =
          (out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8))
              // The console writes its own colours, and clears its own line.
              .replaceAll("\u001b\\[(33|1|0)m|\r?\u001b\\[K|\r", "");
      assertThat(ours).as("terminal: %s", terminal).contains(SEEN);
      assertThat(ours.split(Pattern.quote(SEEN), -1)).hasSize(terminal ? 7 : 6);
      assertThat(ours.replace("\n", "").replace("\tat ", ""))
          .isEqualTo(Visible.of(ours.replace("\n", "").replace("\tat ", "")));
    }
  }
}
