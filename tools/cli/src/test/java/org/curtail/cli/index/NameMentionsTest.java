package org.curtail.cli.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class NameMentionsTest {
  private record Text(String name, String body) {}

  private static List<Integer> mentions(Text... texts) {
    var mentions = new NameMentions();
    for (Text text : texts) {
      mentions.addName(text.name());
    }
    for (Text text : texts) {
      mentions.readText(text.body());
    }
    return IntStream.range(0, texts.length).mapToObj(mentions::of).toList();
  }

  @Test
  void textsThatMentionANameCountOnceAndItsOwnDoesNot() {
    assertThat(
            mentions(
                new Text("Paris", "of Paris and Paris"),
                new Text("Rome", "in Rome, from Paris to Paris"),
                new Text("Rail", "the road from Paris to Rome")))
        .containsExactly(2, 1, 0);
  }

  @Test
  void aNameOfSeveralWordsIsMentionedByItsWordsInSequence() {
    assertThat(
            mentions(
                new Text("Schindler's List", ""),
                new Text("the end of it", "see Schindler’s (List)"),
                new Text("x", "Schindler s List at the end of it, a List of Schindler s")))
        .containsExactly(2, 1, 0);
  }

  @Test
  void theLongestNameIsTheOneThatIsMentioned() {
    assertThat(
            mentions(
                new Text("York", "a"),
                new Text("New York", "b"),
                new Text("New York City Hall", "c"),
                new Text("City", "in New York City and by New York City Halls")))
        .containsExactly(0, 1, 0, 0);
  }

  @Test
  void namesOfOneWordNeedTwoCharactersAndACapital() {
    String body = "by water of O in 1984 on a iPod to NASA";
    assertThat(
            mentions(
                new Text("water", body),
                new Text("O", body),
                new Text("1984", body),
                new Text("iPod", body),
                new Text("NASA", body)))
        .containsExactly(0, 0, 0, 4, 4);
  }

  @Test
  void namesOfOneWordAreNotSeenWhereASentenceBegins() {
    for (String begin : List.of("", "\n", " ", "wet. ", "wet!\n  ", "* ", "/** ", "// ", " \t")) {
      assertThat(mentions(new Text("Water", ""), new Text("Air", begin + "Water flows")))
          .as("\"%s\"", begin)
          .containsExactly(0, 0);
    }
    for (String before : List.of("the ", "x.", "(", "\n  the ", "@", "*", "\n  ")) {
      assertThat(
              mentions(new Text("Water", ""), new Text("Air", before + "Water flows")).getFirst())
          .as("\"%s\"", before)
          .isEqualTo(before.equals("\n  ") ? 0 : 1);
    }
    assertThat(mentions(new Text("Water Music", ""), new Text("Air", "Water Music flows")))
        .containsExactly(1, 0);
  }

  @Test
  void textsOfTheSameNameCountForEachOther() {
    assertThat(
            mentions(
                new Text("List", "class List"),
                new Text("List", "a List"),
                new Text("Node", "of a List")))
        .containsExactly(2, 2, 0);
  }

  @Test
  void aNameWithoutWordsIsNeverMentioned() {
    assertThat(mentions(new Text("", "!!"), new Text("!!", "!! ?"))).containsExactly(0, 0);
  }

  @Test
  void otherNumbersOfTextsAreRejected() {
    var mentions = new NameMentions();
    mentions.addName("One");
    assertThatThrownBy(() -> mentions.of(0)).isInstanceOf(IllegalStateException.class);
    mentions.readText("");
    assertThatThrownBy(() -> mentions.readText("")).isInstanceOf(IllegalStateException.class);
  }
}
