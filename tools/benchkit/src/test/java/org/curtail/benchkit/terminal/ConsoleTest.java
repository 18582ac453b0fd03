package org.curtail.benchkit.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.curtail.benchkit.text.Columns;
import org.junit.jupiter.api.Test;

class ConsoleTest {
  @Test
  void ofATextThatNobodyWouldReadTheBeginningAndTheEndAreShown() {
    var bytes = new ByteArrayOutputStream();
    var stream = new PrintStream(bytes, true, UTF_8);
    var console = new Console(stream, stream, false);
    String line = "file.csv: found '" + "x".repeat(10_000_000) + "'; give more";
    console.say(line);
    console.warn(line);
    console.result(line);
    assertThat(bytes.toString(UTF_8).lines())
        .hasSize(3)
        .allSatisfy(shown ->
            assertThat(shown)
                .hasSizeLessThan(5_000)
                .contains("file.csv: found 'xxx", "characters left out", "xxx'; give more"));
  }

  @Test
  void aLineOfUsualLengthIsShownAsItIs() {
    var bytes = new ByteArrayOutputStream();
    var stream = new PrintStream(bytes, true, UTF_8);
    String line = "y".repeat(4_000);
    new Console(stream, stream, false).result(line);
    assertThat(bytes.toString(UTF_8)).isEqualTo(line + System.lineSeparator());
  }

  @Test
  void aCellOfATableDoesNotMakeAllItsRowsLong() {
    assertThat(
            Columns.aligned(List.of(List.of("name", "ms"), List.of("x".repeat(10_000_000), "1"))))
        .allSatisfy(line -> assertThat(line).hasSizeLessThan(500));
  }
}
