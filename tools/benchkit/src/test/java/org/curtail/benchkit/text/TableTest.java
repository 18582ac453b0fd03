package org.curtail.benchkit.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.curtail.benchkit.results.NumberTable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TableTest {
  private record Stage(String name, double ms, double share, @Nullable Double tailMs) {}

  private static final List<Stage> STAGES =
      List.of(new Stage("parse", 12.5, 0.25, 30.0), new Stage("rank", 3, 0.015, null));

  private static Table<Stage> table() {
    return Table.of(STAGES)
        .add("stage", "name", Unit.WORDS, Stage::name)
        .add("mean ms", "meanMs", Unit.NUMBER, Stage::ms)
        .line("runs in", Unit.WORDS, stage -> "one place")
        .page("twice", Unit.MEASURED, stage -> 2 * stage.ms())
        .add("share", "of.all", Unit.PERCENT, Stage::share)
        .add("p99 ms", "tailMs", Unit.NUMBER, Stage::tailMs)
        .absent("without end")
        .field("of.rest", stage -> 1 - stage.share());
  }

  @Test
  void aTerminalHasAlignedCellsWithTheirUnits() {
    assertThat(table().lines())
        .containsExactly(
            "stage   mean ms     runs in   share        p99 ms",
            "parse      12.5   one place    25 %          30.0",
            " rank      3.00   one place   1.5 %   without end");
  }

  @Test
  void programsHaveExactValuesUnderTheirFields() throws Exception {
    String json = new Output().line("for people").table("stages", table()).json();
    assertThat(json)
        .isEqualTo(
            "{\"stages\":[{\"name\":\"parse\",\"meanMs\":12.5,\"of\":{\"all\":0.25,\"rest\":0.75},"
                + "\"tailMs\":30.0},{\"name\":\"rank\",\"meanMs\":3.0,"
                + "\"of\":{\"all\":0.015,\"rest\":0.985},\"tailMs\":null}]}");
    assertThat(new ObjectMapper().readTree(json)).hasSize(1);
  }

  @Test
  void aPageHasBareNumbersUnderHeadingsWithUnitsAndNoWords() {
    NumberTable page = NumberTable.of("Stages", "", table().only(stage -> stage.tailMs() != null));
    assertThat(page.rows()).isEqualTo("stage");
    assertThat(page.columns()).containsExactly("mean ms", "twice", "share, %", "p99 ms");
    assertThat(page.lines())
        .containsExactly(new NumberTable.Line("parse", List.of(12.5, 25.0, 25.0, 30.0)));
  }

  @Test
  void aResultIsLinesForPeopleAndFieldsForPrograms() throws Exception {
    Output output = new Output().field("a.b", 1).line("one").gap().line("two").field("a.c", "x");
    assertThat(output.lines()).containsExactly("one", "", "two");
    assertThat(output.json()).isEqualTo("{\"a\":{\"b\":1,\"c\":\"x\"}}");
  }
}
