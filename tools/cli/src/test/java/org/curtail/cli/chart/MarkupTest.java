package org.curtail.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MarkupTest {
  @Test
  void textsAndAttributesAreEscaped() {
    var markup = new Markup();
    markup.element("td", "<b> & \"q\" 'a'", "title", "a\"b<c");

    assertThat(markup)
        .hasToString("<td title=\"a&quot;b&lt;c\">&lt;b&gt; &amp; &quot;q&quot; &#39;a&#39;</td>");
  }

  @Test
  void charactersThatXmlForbidsAreReplaced() {
    assertThat(Markup.escape("a\u0000b\u001bc\ud800d\ufffee\nf")).isEqualTo("a�b�c�d�e\nf");
  }

  @Test
  void charactersThatTurnTheDirectionOfATextAreReplaced() {
    assertThat(Markup.escape("a\u202eb\u2066c\u200fd\u009be\u007ff")).isEqualTo("a�b�c�d�e�f");
  }

  @Test
  void numbersAreShort() {
    var markup = new Markup();
    markup.leaf("rect", "x", 1.0, "y", 0.126, "width", 100.0);

    assertThat(markup).hasToString("<rect x=\"1\" y=\"0.13\" width=\"100\"/>");
  }

  @Test
  void anElementLeftOpenIsAMistakeOfOurs() {
    var markup = new Markup();
    markup.start("p");

    assertThatThrownBy(markup::toString).isInstanceOf(IllegalStateException.class);
  }
}
