package org.curtail.cli.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.lucene.document.FeatureField;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TopDocs;
import org.curtail.benchkit.search.Fields;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.documents.DocumentSource;
import org.curtail.cli.lucene.Analysis;
import org.curtail.cli.lucene.OpenIndex;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StaticRankTest {
  private final Console console = quiet();

  @TempDir private Path folder;
  private Path documents = Path.of("");
  private Path out = Path.of("");
  private final Map<String, Double> views = new HashMap<>();
  private final Map<String, Double> lengths = new HashMap<>();

  static Console quiet() {
    var nowhere = new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8);
    return new Console(nowhere, nowhere, false);
  }

  @BeforeEach
  void writeDocuments() throws IOException {
    documents = folder.resolve("documents.jsonl");
    out = folder.resolve("index");
    var random = new Random(1);
    var lines = new StringBuilder();
    for (int i = 0; i < 300; i++) {
      int words = 1 + random.nextInt(60);
      double rank = random.nextInt(5) == 0 ? 0 : random.nextInt(40) / 4.0;
      views.put("" + i, rank);
      lengths.put("" + i, (double) words);
      // Document i is mentioned by those whose number is a multiple of i + 1.
      var body = new StringBuilder("begin");
      for (int w = 1; w < words; w++) {
        body.append(i % w == 0 ? " Name" + (w - 1) : " w" + random.nextInt(50));
      }
      lines.append(
          "{\"id\":\"%d\",\"title\":\"Name%d\",\"body\":\"%s\",\"views\":%s}\n"
              .formatted(i, i, body, rank));
    }
    Files.writeString(documents, lines);
  }

  private IndexRequest request(
      RankKind rank, int passageWords, int segments, long limit, int threads, boolean skipBad) {
    return new IndexRequest(
        new DocumentSource(List.of(documents), skipBad),
        out,
        passageWords,
        Analysis.STANDARD,
        segments,
        limit,
        threads,
        rank,
        true);
  }

  /** Rank by document; fails unless segments are sorted and passages agree. */
  static Map<String, Double> ranks(OpenIndex index) throws IOException {
    var ranks = new HashMap<String, Double>();
    for (LeafReaderContext leaf : index.reader().leaves()) {
      assertThat(leaf.reader().getMetaData().sort()).isEqualTo(StaticRankFields.order());
      NumericDocValues values = leaf.reader().getNumericDocValues(Fields.STATIC_RANK);
      double last = Double.POSITIVE_INFINITY;
      for (int i = 0; i < leaf.reader().maxDoc(); i++) {
        assertThat(values.advanceExact(i)).isTrue();
        double rank = Double.longBitsToDouble(values.longValue());
        assertThat(rank).isLessThanOrEqualTo(last);
        last = rank;
        String id = leaf.reader().storedFields().document(i).get("id").replaceAll("#.*", "");
        Double other = ranks.put(id, rank);
        assertThat(other == null || other == rank).as(id).isTrue();
      }
    }
    return ranks;
  }

  private Map<String, Double> ranksAfter(IndexRequest request) throws IOException {
    IndexSummary summary = IndexBuilder.build(request, console);
    try (OpenIndex index = OpenIndex.open(out)) {
      Map<String, Double> ranks = ranks(index);
      double[] sorted = ranks.values().stream().mapToDouble(rank -> rank).sorted().toArray();
      assertThat(summary.staticRank())
          .isEqualTo(
              new RankSummary(
                  request.rank().label(),
                  sorted[sorted.length - 1],
                  sorted[(sorted.length - 1) / 2]));
      assertThat(index.reader().getIndexCommit().getUserData())
          .containsEntry("curtail.static-rank", request.rank().label())
          .containsEntry("curtail.analyzer", "standard");
      return ranks;
    }
  }

  @Test
  void aFieldOfTheDocumentsIsTheirRank() throws IOException {
    assertThat(ranksAfter(request(RankKind.parse("views"), 0, 0, 0, 2, false))).isEqualTo(views);
    assertThat(ranksAfter(request(RankKind.parse("views"), 10, 1, 0, 2, false))).isEqualTo(views);
  }

  @Test
  void theLengthOfTheWholeDocumentIsTheRankOfItsPassages() throws IOException {
    assertThat(ranksAfter(request(new RankKind.Length(), 0, 1, 0, 1, false))).isEqualTo(lengths);
    assertThat(ranksAfter(request(new RankKind.Length(), 8, 2, 0, 2, false))).isEqualTo(lengths);
  }

  @Test
  void mentionsInOtherDocumentsAreTheRank() throws IOException {
    Map<String, Double> expected = new HashMap<>();
    List<String> lines = Files.readAllLines(documents);
    for (int i = 0; i < lines.size(); i++) {
      double mentions = 0;
      for (int j = 0; j < lines.size(); j++) {
        String body = lines.get(j).substring(lines.get(j).indexOf("\"body\""));
        mentions += j != i && body.matches(".*\\bName" + i + "\\b.*") ? 1 : 0;
      }
      expected.put("" + i, mentions);
    }
    assertThat(ranksAfter(request(new RankKind.Links(), 0, 0, 0, 2, false))).isEqualTo(expected);
    assertThat(ranksAfter(request(new RankKind.Links(), 6, 1, 0, 2, false))).isEqualTo(expected);
  }

  @Test
  void theSameDocumentsCountInAllPasses() throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(documents));
    Files.write(documents, lines.subList(0, 100));
    Map<String, Double> expected = ranksAfter(request(new RankKind.Links(), 0, 0, 0, 1, false));
    lines.add(50, "no document");
    Files.write(documents, lines);
    assertThat(ranksAfter(request(new RankKind.Links(), 0, 0, 100, 1, true))).isEqualTo(expected);
  }

  @Test
  void aJavaFileIsMentionedWhereItsTypeIsNamed() throws IOException {
    documents = folder.resolve("src.zip");
    try (var zip = new ZipOutputStream(Files.newOutputStream(documents))) {
      for (Map.Entry<String, String> file :
          Map.of(
                  "a/Node.java", "class Node { Node next; }",
                  "a/Tree.java", "class Tree { Node root; Nodes more; }",
                  "b/Trees.java", "class Trees { a.Tree one; a.Node two; }")
              .entrySet()) {
        zip.putNextEntry(new ZipEntry(file.getKey()));
        zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
      }
    }
    assertThat(ranksAfter(request(new RankKind.Links(), 0, 0, 0, 1, false)))
        .isEqualTo(Map.of("a/Node.java", 2.0, "a/Tree.java", 1.0, "b/Trees.java", 0.0));
    assertThatThrownBy(
            () -> IndexBuilder.build(request(RankKind.parse("views"), 0, 0, 0, 1, false), console))
        .isInstanceOf(UsageError.class)
        .hasMessageStartingWith(documents + ": files of text have no fields");
  }

  @Test
  void ranksAboveZeroAreFeaturesToo() throws IOException {
    IndexBuilder.build(request(RankKind.parse("views"), 0, 1, 0, 1, false), console);
    try (OpenIndex index = OpenIndex.open(out)) {
      TopDocs top =
          new IndexSearcher(index.reader())
              .search(
                  FeatureField.newLinearQuery(Fields.RANK_FEATURES, Fields.STATIC_RANK, 1), 1000);
      assertThat(top.scoreDocs)
          .hasSize((int) views.values().stream().filter(rank -> rank > 0).count());
      for (var hit : top.scoreDocs) {
        String id = index.reader().storedFields().document(hit.doc).get("id");
        assertThat((double) hit.score).isEqualTo(views.get(id));
      }
    }
  }

  @Test
  void withoutRanksAnIndexHoldsNothingOfThem() throws IOException {
    IndexSummary summary =
        IndexBuilder.build(request(new RankKind.None(), 0, 1, 0, 1, false), console);
    assertThat(summary.staticRank()).isNull();
    try (OpenIndex index = OpenIndex.open(out)) {
      var segment = index.reader().leaves().getFirst().reader();
      assertThat(segment.getMetaData().sort()).isNull();
      assertThat(segment.getFieldInfos().fieldInfo(Fields.STATIC_RANK)).isNull();
      assertThat(segment.getFieldInfos().fieldInfo(Fields.RANK_FEATURES)).isNull();
      assertThat(index.reader().getIndexCommit().getUserData()).hasSize(1);
    }
  }

  @Test
  void withOneThreadEqualRanksStayInTheOrderOfTheDocuments() throws IOException {
    List<String> first = order(request(RankKind.parse("views"), 10, 1, 0, 1, false));
    assertThat(order(request(RankKind.parse("views"), 10, 1, 0, 1, false))).isEqualTo(first);
    for (int i = 1; i < first.size(); i++) {
      int before = Integer.parseInt(first.get(i - 1).replaceAll("#.*", ""));
      int after = Integer.parseInt(first.get(i).replaceAll("#.*", ""));
      assertThat(
              views.getOrDefault("" + before, -1.0) > views.getOrDefault("" + after, -1.0)
                  || before <= after)
          .isTrue();
    }
  }

  private List<String> order(IndexRequest request) throws IOException {
    IndexBuilder.build(request, console);
    var ids = new ArrayList<String>();
    try (OpenIndex index = OpenIndex.open(out)) {
      for (int i = 0; i < index.reader().maxDoc(); i++) {
        ids.add(index.reader().storedFields().document(i).get("id"));
      }
    }
    return ids;
  }

  @Test
  void extremeRanksFitIntoFeatures() throws IOException {
    Files.writeString(
        documents,
        "{\"id\":\"a\",\"body\":\"\",\"v\":1e-320}\n{\"id\":\"b\",\"body\":\"\",\"v\":1e300}\n");
    assertThat(ranksAfter(request(RankKind.parse("v"), 0, 1, 0, 1, false)))
        .isEqualTo(Map.of("a", 1e-320, "b", 1e300));
  }
}
