package org.curtail.benchkit.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.curtail.autopilot.AutomaticJson;
import org.curtail.benchkit.terminal.UsageError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NamedKnowledgeTest {
  private static final String PROFILE =
      "{\"format\":\"curtail-profile/1\",\"maxDegree\":2,\"source\":\"test\",\"timesMs\":[[10,6],[20,11]]}";

  /** The format is the last field, after the format of the inner profile. */
  private static final String WRITTEN =
      """
      {"profile":%s,"cores":2,"halfBand":0.03,
      "policies":[{"fromUtilisation":0,"policy":"fixed-2","reason":"a test"}],
      "format":"curtail-automatic/1"}
      """
          .formatted(PROFILE);

  @TempDir Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("known.json"), text);
  }

  private static AutomaticJson.Saved read(NamedKnowledge known, int cores) throws IOException {
    return AutomaticJson.read(new StringReader(known.text(cores)), "text");
  }

  @Test
  void aProfileIsKnownWithoutAPlanOnAnyCores() throws IOException {
    NamedKnowledge known = NamedKnowledge.find(file(PROFILE));
    assertThat(known.profile().timeMs(1, 2)).isEqualTo(11);
    AutomaticJson.Saved saved = read(known, 7);
    assertThat(saved.cores()).isEqualTo(7);
    assertThat(saved.knowledge().profile().orElseThrow().timeMs(1, 2)).isEqualTo(11);
    assertThat(saved.knowledge().map()).isEmpty();
    assertThat(known.remark(7)).isEmpty();
    assertThat(NamedKnowledge.find(Path.of("few-to-many-lucene")).profile().maxDegree())
        .isEqualTo(4);
  }

  @Test
  void whatAnEngineWroteKeepsItsPlanAndItsCores() throws IOException {
    NamedKnowledge known = NamedKnowledge.find(file(WRITTEN));
    AutomaticJson.Saved saved = read(known, 7);
    assertThat(saved.cores()).isEqualTo(2);
    assertThat(saved.knowledge().map().orElseThrow().entries()).hasSize(1);
    assertThat(known.remark(2)).isEmpty();
    assertThat(known.remark(7).orElseThrow())
        .startsWith(known.file() + " was written by an engine on 2 cores, this one has 7");
    known.requireServable(2);
  }

  @Test
  void anotherFormatIsNamedWithThoseThatWouldDo() throws IOException {
    Path other = file("{\"cores\":2,\"format\":\"curtail-interval-table/1\"}");
    assertThatThrownBy(() -> NamedKnowledge.find(other))
        .isInstanceOf(UsageError.class)
        .hasMessage(
            other
                + ": expected a profile (curtail-profile/1) or knowledge of automatic (curtail-automatic/1), found the format 'curtail-interval-table/1'");
  }

  @Test
  void whatIsBrokenIsLeftToTheReaderOfItsKind() throws IOException {
    for (String text : new String[] {"", "[1]", "{", "{\"format\":1}", "{\"maxDegree\":2}"}) {
      Path broken = file(text);
      assertThatThrownBy(() -> NamedKnowledge.find(broken))
          .as(text)
          .isInstanceOf(UsageError.class)
          .hasMessageStartingWith(broken + ", line 1");
    }
    Path missing = folder.resolve("missing");
    assertThatThrownBy(() -> NamedKnowledge.find(missing))
        .isInstanceOf(UsageError.class)
        .hasMessage("no such file: " + missing);
    Path policies = file(WRITTEN.replace("fixed-2", "fixed-3"));
    assertThatThrownBy(() -> NamedKnowledge.find(policies))
        .hasMessageContaining("policies[0].policy: expected at most the degree 2");
    Path nothing = file("{\"format\":\"curtail-automatic/1\",\"cores\":2}");
    assertThatThrownBy(() -> NamedKnowledge.find(nothing))
        .isInstanceOf(UsageError.class)
        .hasMessage(nothing + ", profile: expected times of requests, found none");
    Path endless = file(WRITTEN.replace("[10,6]", "[1e300,6]"));
    assertThatThrownBy(() -> NamedKnowledge.find(endless))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining("found 1.0E300");
  }

  @Test
  void aPlanOfMoreThreadsThanAnEngineHasIsRefusedOnItsOwnCoresAlone() throws IOException {
    Path file =
        file(
            WRITTEN.replace(
                "\"policy\":\"fixed-2\"",
                """
                "policy":"few-to-many","table":{"format":"curtail-interval-table/1","cores":2,
                "targetParallelism":20,"maxDegree":2,"percentile":99,"stepMs":1,"degrees":[1,2],
                "rows":[{"load":1,"startsMs":[0,0],"tailMs":1,"meanMs":1,"averageParallelism":2},
                {"load":10,"startsMs":[0,0],"tailMs":1,"meanMs":1,"averageParallelism":20}],
                "waitForExitAbove":10}
                """));
    NamedKnowledge known = NamedKnowledge.find(file);
    assertThatThrownBy(() -> known.requireServable(2))
        .isInstanceOf(UsageError.class)
        .hasMessage(
            file
                + ", policies: expected at most 8 threads, as automatic has them on 2 cores, found few-to-many, which wants 40");
    known.requireServable(4);
  }
}
