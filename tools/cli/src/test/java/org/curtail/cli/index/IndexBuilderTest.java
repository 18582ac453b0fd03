package org.curtail.cli.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.documents.DocumentSource;
import org.curtail.cli.lucene.Analysis;
import org.curtail.cli.lucene.OpenIndex;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class IndexBuilderTest {
  private final Console console = new Console(quiet(), quiet(), false);

  @TempDir private Path folder;
  private Path documents = Path.of("");
  private Path out = Path.of("");

  @BeforeEach
  void writeDocuments() throws IOException {
    documents = folder.resolve("documents.jsonl");
    out = folder.resolve("index");
    var lines = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      lines.append(
          "{\"id\":\"%d\",\"title\":\"Title %d\",\"body\":\"maxBufferedDocs word%d and five more\"}\n"
              .formatted(i, i, i));
    }
    Files.writeString(documents, lines);
  }

  @Test
  void allDocumentsAreFoundAgain() throws IOException {
    IndexSummary summary = IndexBuilder.build(IndexRequest.of(source(), out), console);
    assertThat(summary.documents()).isEqualTo(100);
    assertThat(summary.passages()).isEqualTo(100);
    assertThat(summary.indexBytes()).isPositive();
    try (OpenIndex index = OpenIndex.open(out)) {
      assertThat(index.reader().numDocs()).isEqualTo(100);
      assertThat(index.reader().leaves()).hasSize(summary.segments());
      var searcher = new IndexSearcher(index.reader());
      for (int i = 0; i < 100; i++) {
        var top = searcher.search(new TermQuery(new Term("body", "word" + i)), 2);
        assertThat(top.scoreDocs).hasSize(1);
        assertThat(index.reader().storedFields().document(top.scoreDocs[0].doc).get("id"))
            .isEqualTo(Integer.toString(i));
      }
    }
  }

  @Test
  void theIndexSaysHowItsTextWasAnalyzed() throws IOException {
    IndexBuilder.build(request(0, Analysis.CODE, 0, 1, false), console);
    try (OpenIndex index = OpenIndex.open(out)) {
      assertThat(index.analysis()).contains(Analysis.CODE);
      assertThat(index.reader().docFreq(new Term("body", "buffered"))).isEqualTo(100);
      assertThat(index.reader().docFreq(new Term("body", "7"))).isEqualTo(1);
    }
  }

  @Test
  void passagesAreDocumentsOfTheirOwnWithNumbersForRanking() throws IOException {
    IndexSummary summary = IndexBuilder.build(request(4, Analysis.STANDARD, 0, 1, false), console);
    assertThat(summary.passages()).isEqualTo(200);
    try (OpenIndex index = OpenIndex.open(out)) {
      LeafReader segment = index.reader().leaves().getFirst().reader();
      NumericDocValues words = DocValues.getNumeric(segment, "feature_words");
      NumericDocValues position = DocValues.getNumeric(segment, "feature_position");
      assertThat(words.advanceExact(1)).isTrue();
      assertThat(words.longValue()).isEqualTo(3);
      assertThat(position.advanceExact(1)).isTrue();
      assertThat(position.longValue()).isEqualTo(1);
      assertThat(segment.storedFields().document(1).get("id")).isEqualTo("0#1");
    }
  }

  @Test
  void segmentsAreMergedIfAsked() throws IOException {
    assertThat(IndexBuilder.build(request(0, Analysis.STANDARD, 1, 2, false), console).segments())
        .isEqualTo(1);
  }

  @Test
  void readingStopsAtTheLimit() throws IOException {
    var request =
        new IndexRequest(source(), out, 0, Analysis.STANDARD, 0, 7, 2, new RankKind.None(), false);
    assertThat(IndexBuilder.build(request, console).documents()).isEqualTo(7);
  }

  @Test
  void anIndexIsReplacedOnlyIfAllowed() throws IOException {
    IndexBuilder.build(request(0, Analysis.STANDARD, 0, 1, false), console);
    assertThatThrownBy(
            () -> IndexBuilder.build(request(0, Analysis.STANDARD, 0, 1, false), console))
        .isInstanceOf(UsageError.class)
        .hasMessage(out + ": expected an empty folder; choose another --out or add --overwrite");
    IndexBuilder.build(request(0, Analysis.ENGLISH, 0, 1, true), console);
    try (OpenIndex index = OpenIndex.open(out)) {
      assertThat(index.analysis()).contains(Analysis.ENGLISH);
    }
  }

  @Test
  void overwritingNeverDeletesOtherFiles() throws IOException {
    Files.createDirectories(out);
    Files.writeString(out.resolve("thesis.txt"), "years of work");
    assertThatThrownBy(() -> IndexBuilder.build(request(0, Analysis.STANDARD, 0, 1, true), console))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining("thesis.txt does not belong to one");
    assertThat(out.resolve("thesis.txt")).exists();
  }

  @Test
  void theHiddenFolderInWhichAnIndexIsMadeNeverCostsOtherFilesEither() throws IOException {
    Path hidden = Files.createDirectories(out.resolveSibling("." + out.getFileName() + ".partial"));
    Path thesis = Files.writeString(hidden.resolve("thesis.txt"), "years of work");
    assertThatThrownBy(
            () -> IndexBuilder.build(request(0, Analysis.STANDARD, 0, 1, false), console))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining("thesis.txt does not belong to one");
    assertThat(thesis).exists();
  }

  @Test
  void afterAFailureNothingIsLeftAndAnOldIndexIsKept() throws IOException {
    IndexBuilder.build(request(0, Analysis.ENGLISH, 0, 1, false), console);
    Files.writeString(documents, Files.readString(documents) + "broken\n");
    assertThatThrownBy(() -> IndexBuilder.build(request(0, Analysis.STANDARD, 0, 2, true), console))
        .isInstanceOf(UsageError.class)
        .hasMessageStartingWith(documents + ":101: ");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactlyInAnyOrder(documents, out);
    }
    try (OpenIndex index = OpenIndex.open(out)) {
      assertThat(index.analysis()).contains(Analysis.ENGLISH);
    }
  }

  private DocumentSource source() {
    return new DocumentSource(List.of(documents), false);
  }

  private IndexRequest request(
      int passageWords, Analysis analysis, int maxSegments, int threads, boolean overwrite) {
    return new IndexRequest(
        source(),
        out,
        passageWords,
        analysis,
        maxSegments,
        0,
        threads,
        new RankKind.None(),
        overwrite);
  }

  private static PrintStream quiet() {
    return new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8);
  }
}
