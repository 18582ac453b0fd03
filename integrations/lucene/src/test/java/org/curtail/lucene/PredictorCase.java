package org.curtail.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** An index of known words. */
@Timeout(300)
abstract class PredictorCase {
  static final int DOCUMENTS = 600;

  final ByteBuffersDirectory directory = new ByteBuffersDirectory();
  final List<DirectoryReader> readers = new ArrayList<>();

  @AfterEach
  void close() throws IOException {
    for (DirectoryReader reader : readers) {
      reader.close();
    }
    directory.close();
  }

  /** Creates an index with word w7 in every 7th document. */
  IndexSearcher index(int segments) throws IOException {
    var config =
        new IndexWriterConfig(new StandardAnalyzer()).setMergePolicy(NoMergePolicy.INSTANCE);
    try (var writer = new IndexWriter(directory, config)) {
      for (int id = 0; id < DOCUMENTS; id++) {
        var text = new StringBuilder("all ");
        for (int word = 2; word <= 40; word++) {
          text.append(id % word == 0 ? "w" + word + " " : "");
        }
        var document = new Document();
        document.add(new TextField("text", text.toString(), Field.Store.NO));
        document.add(new IntPoint("number", id));
        writer.addDocument(document);
        if ((id + 1) % (DOCUMENTS / segments) == 0) {
          writer.flush();
        }
      }
      writer.commit();
    }
    DirectoryReader reader = DirectoryReader.open(directory);
    readers.add(reader);
    assertThat(reader.leaves()).hasSize(segments);
    var searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
    return searcher;
  }

  static Query word(int number) {
    return new TermQuery(new Term("text", "w" + number));
  }

  static Query bool(Occur occur, Query... clauses) {
    var builder = new BooleanQuery.Builder();
    for (Query clause : clauses) {
      builder.add(clause, occur);
    }
    return builder.build();
  }

  static double docs(IndexSearcher searcher, Query query) throws IOException {
    return ClauseVisitor.visit(query, new ClauseVisitor.ClauseStatistics(new TermCounts(searcher)));
  }
}
