package org.curtail.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.curtail.policy.FixedDegree;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.EngineBreaker;
import org.curtail.testkit.SilentLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Searches on a broken engine: they run without it. */
@Timeout(300)
@ExtendWith(SilentLog.class)
class BrokenEngineSearchTest {
  private static final int DOCS = 200;
  private static final Query WORD = new TermQuery(new Term("text", "word"));

  private final StackOverflowError error = new StackOverflowError("pretended");
  private final Directory directory = new ByteBuffersDirectory();
  private final Curtail curtail = Curtail.with(new FixedDegree(2)).cores(2).start();

  @BeforeEach
  void index() throws IOException {
    try (var writer = new IndexWriter(directory, new IndexWriterConfig())) {
      for (int doc = 0; doc < DOCS; doc++) {
        var document = new Document();
        document.add(new TextField("text", "word ".repeat(1 + doc % 7), Field.Store.NO));
        writer.addDocument(document);
      }
    }
  }

  @AfterEach
  void close() throws IOException {
    curtail.close();
    directory.close();
  }

  private static List<Integer> docs(TopDocs hits) {
    return Arrays.stream(hits.scoreDocs).map((ScoreDoc hit) -> hit.doc).toList();
  }

  @Test
  void aSearchGivesWhatAPlainSearcherGivesAndIsCountedAsRefused() throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      var searcher = new CurtailSearcher(reader, curtail);
      List<Integer> expected = docs(new IndexSearcher(reader).search(WORD, 10));
      assertThat(docs(searcher.search(WORD, 10))).isEqualTo(expected);
      EngineBreaker.breaks(curtail, error);
      assertThat(docs(searcher.search(WORD, 10))).isEqualTo(expected);
      assertThat(docs(searcher.search(WORD, 10))).isEqualTo(expected);
      assertThat(curtail.metrics().counts().refused()).isEqualTo(2);
    }
  }

  /** The engine breaks during collection. */
  @Test
  void aSearchThatWasUnderWayBeginsAnewWithoutIt() throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      List<Integer> expected = docs(new IndexSearcher(reader).search(WORD, 10));
      var searcher = new CurtailSearcher(reader, curtail);
      var manager = searcher.topHitsManager(10);
      TopDocs hits =
          searcher.search(
              WORD, new BreakingManager(manager, () -> EngineBreaker.breaks(curtail, error)));
      assertThat(docs(hits)).isEqualTo(expected);
      assertThat(curtail.brokenBy()).containsSame(error);
    }
  }

  @Test
  void anErrorOfTheSearchItselfIsThrown() throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      var searcher = new CurtailSearcher(reader, curtail);
      var manager = searcher.topHitsManager(10);
      var own = new AssertionError("of the search");
      assertThatThrownBy(() ->
              searcher.search(
                  WORD,
                  new BreakingManager(
                      manager,
                      () -> {
                        throw own;
                      })))
          .isSameAs(own);
      assertThat(curtail.brokenBy()).isEmpty();
    }
  }
}
