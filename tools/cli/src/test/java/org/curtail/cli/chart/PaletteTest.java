package org.curtail.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PaletteTest {
  @Test
  void fewToManyLooksTheSameInEveryReport() {
    var alone = new Palette(List.of("few-to-many"), Set.of());
    var amongOthers = new Palette(List.of("fixed-2", "sequential", "few-to-many"), Set.of());

    assertThat(alone.style("few-to-many")).isEqualTo(amongOthers.style("few-to-many"));
    assertThat(alone.style("few-to-many").strong()).isTrue();
  }

  @Test
  void onlyTheRecommendedPolicyIsStrong() {
    var palette = new Palette(List.of("sequential", "few-to-many", "tail-index"), Set.of());
    int slot = palette.style("tail-index").slot();

    palette.emphasize("tail-index").emphasize("not drawn");

    assertThat(palette.style("tail-index").strong()).isTrue();
    assertThat(palette.style("few-to-many").strong()).isFalse();
    assertThat(palette.style("tail-index").slot()).isEqualTo(slot);
  }

  @Test
  void twentyPoliciesDifferInColourOrMarker() {
    List<String> policies = IntStream.range(0, 20).mapToObj(i -> "policy-" + i).toList();
    var palette = new Palette(policies, Set.of());

    assertThat(policies)
        .extracting(policy -> palette.style(policy).slot() + " " + palette.style(policy).marker())
        .doesNotHaveDuplicates();
  }

  @Test
  void policiesThatKnowTheDemandAreMarkedAndLookUnlikeAnyOther() {
    List<String> policies = IntStream.range(0, 20).mapToObj(i -> "policy-" + i).toList();
    var palette = new Palette(policies, Set.of("policy-3"));

    assertThat(palette.label("policy-3")).isEqualTo("policy-3 ^");
    assertThat(palette.label("policy-4")).isEqualTo("policy-4");
    assertThat(policies)
        .filteredOn(policy -> palette.style(policy).dash().equals(palette.style("policy-3").dash()))
        .containsExactly("policy-3");
  }

  @Test
  void linesThatMeetInADiagramDifferThoughThereAreMoreThanColours() {
    List<List<String>> diagrams =
        List.of(
            List.of("sequential", "a", "b", "c", "d"),
            List.of("sequential", "e", "f", "g", "h"),
            List.of("i", "j", "k", "l", "a"),
            List.of("a", "e", "i"));
    Palette palette = Palette.ofDiagrams(diagrams);
    for (List<String> diagram : diagrams) {
      assertThat(diagram.stream().map(name -> palette.style(name).slot())).doesNotHaveDuplicates();
    }
    assertThat(palette.style("sequential").slot()).isZero();
    assertThat(palette.style("l").slot()).isPositive();
  }
}
