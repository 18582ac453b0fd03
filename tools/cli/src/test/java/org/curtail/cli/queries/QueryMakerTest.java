package org.curtail.cli.queries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.documents.DocumentSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class QueryMakerTest {
  @TempDir private Path folder;

  @Test
  void theSameSeedMakesTheSameQueriesAndAnotherOneOthers() throws IOException {
    DocumentSource source = source();
    List<String> queries = new QueryMaker(200, 1, 20, 0).from(source);
    assertThat(new QueryMaker(200, 1, 20, 0).from(source)).isEqualTo(queries);
    assertThat(new QueryMaker(200, 2, 20, 0).from(source)).isNotEqualTo(queries);
  }

  @Test
  void queriesHaveOneToSixDistinctWordsAndAlmostThreeOnAverage() throws IOException {
    List<String> queries = new QueryMaker(3000, 1, 20, 0).from(source());
    assertThat(queries)
        .hasSize(3000)
        .allSatisfy(
            query -> assertThat(query.split(" ")).hasSizeBetween(1, 6).doesNotHaveDuplicates());
    assertThat(queries.stream().mapToInt(query -> query.split(" ").length).average().orElseThrow())
        .isBetween(2.6, 3.0);
  }

  @Test
  void identifiersAreTakenApart() throws IOException {
    Path file =
        Files.writeString(folder.resolve("a.jsonl"), "{\"id\":\"1\",\"body\":\"getCharAt\"}");
    List<String> queries =
        new QueryMaker(50, 1, 0, 0).from(new DocumentSource(List.of(file), false));
    assertThat(queries)
        .allMatch(query -> List.of("get", "char").containsAll(List.of(query.split(" "))));
  }

  @Test
  void textWithoutWordsIsReported() throws IOException {
    Path file = Files.writeString(folder.resolve("a.jsonl"), "{\"id\":\"1\",\"body\":\"1 2 3\"}");
    assertThatThrownBy(
            () -> new QueryMaker(5, 1, 0, 0).from(new DocumentSource(List.of(file), false)))
        .isInstanceOf(UsageError.class)
        .hasMessageEndingWith("found no words");
  }

  @Test
  void linesAreNumberedFromOne() throws IOException {
    var written = new StringWriter();
    QueryMaker.write(List.of("a b", "c"), written);
    assertThat(written).hasToString("1\ta b\n2\tc\n");
  }

  private DocumentSource source() throws IOException {
    var random = new SplittableRandom(5);
    var lines = new StringBuilder();
    for (int document = 0; document < 50; document++) {
      lines.append("{\"id\":\"").append(document).append("\",\"body\":\"");
      for (int word = 0; word < 100; word++) {
        int rank = (int) Math.pow(2000, random.nextDouble());
        lines.append("word");
        for (int rest = rank; rest > 0; rest /= 26) {
          lines.append((char) ('a' + rest % 26));
        }
        lines.append(' ');
      }
      lines.append("\"}\n");
    }
    Path file = Files.writeString(folder.resolve("documents.jsonl"), lines);
    return new DocumentSource(List.of(file), false);
  }
}
