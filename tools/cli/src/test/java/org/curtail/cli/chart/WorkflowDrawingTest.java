package org.curtail.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.curtail.benchkit.results.DrawnStage;
import org.curtail.benchkit.results.DrawnWorkflow;
import org.junit.jupiter.api.Test;

class WorkflowDrawingTest {
  private static final Pattern BOX =
      Pattern.compile("class=\"stage-box\"[^>]* width=\"([\\d.]+)\"");
  private static final Pattern NAME = Pattern.compile("class=\"stage-name\"[^>]*>([^<]*)<");

  /** Width of chromium's bold letters of 13 pixels. */
  private static final double LETTER = 8.5;

  private static String drawn(String name) {
    var stage = new DrawnStage(name, List.of(), null, 1, 1, 1, 2, 9, 1, 0.5, null);
    var markup = new Markup();
    WorkflowDrawing.of(new DrawnWorkflow("shop", 99, List.of(stage)), 900).write(markup);
    return markup.toString();
  }

  private static String group(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    assertThat(matcher.find()).as(text).isTrue();
    return matcher.group(1);
  }

  @Test
  void aNameStaysWithinItsBox() {
    for (String name : List.of("a", "GetSupportedCurrencies", "GetRecommendationsOfToday")) {
      String svg = drawn(name);
      assertThat(group(NAME, svg)).isEqualTo(name);
      assertThat(Double.parseDouble(group(BOX, svg))).isGreaterThan(name.length() * LETTER + 22);
    }
  }

  @Test
  void aNameThatIsTooLongForAnyBoxIsCut() {
    String svg = drawn("recommendations-for-all-who-are-new-here-today");
    String name = group(NAME, svg);
    assertThat(name).startsWith("recommendations-for").endsWith("…");
    assertThat(Double.parseDouble(group(BOX, svg))).isGreaterThan(name.length() * LETTER + 22);
  }
}
