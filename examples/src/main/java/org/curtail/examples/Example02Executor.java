package org.curtail.examples;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.curtail.policy.FixedInterval;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.EngineExecutor;
import org.curtail.runtime.RequestOptions;

/**
 * The engine as an {@code Executor}, for an application that cannot change its searcher. Lucene
 * divides an index into slices of whole segments. The engine keeps these slices, and gives them to
 * more threads when the policy adds threads.
 */
public class Example02Executor {
  public static void main(String[] args) throws Exception {
    try (Directory directory = new ByteBuffersDirectory()) {
      fill(directory, 8, 10_000);
      try (DirectoryReader reader = DirectoryReader.open(directory);
          Curtail curtail = Curtail.with(new FixedInterval(1, 2)).start()) {
        Query query = anyOf(50);
        TopDocs expected = new IndexSearcher(reader).search(query, 10);

        // The usual way: request() marks the begin and the end of a request.
        IndexSearcher searcher = new EverySegment(reader, curtail.executor());
        TopDocs hits = curtail.executor().request(() -> searcher.search(query, 10));
        show("in request()", hits, expected);

        // With a deadline: Lucene calls isOver() during a search. A searcher keeps its timeout, so
        // make a new searcher for each such request.
        EngineExecutor executor = curtail.executor();
        IndexSearcher limited = new EverySegment(reader, executor);
        limited.setTimeout(executor::isOver);
        RequestOptions soon = RequestOptions.NONE.within(Duration.ofSeconds(10));
        show("with a deadline", executor.request(() -> limited.search(query, 10), soon), expected);

        // Without request() it works too. The engine then guesses when the request ends.
        show("executor alone", searcher.search(query, 10), expected);

        System.out.println();
        System.out.println("metrics: " + curtail.metrics());
      }
    }
  }

  /**
   * By default Lucene puts up to 250,000 documents into one slice, for one thread. With one slice
   * for each segment, more threads can help.
   */
  private static final class EverySegment extends IndexSearcher {
    EverySegment(IndexReader reader, EngineExecutor executor) {
      super(reader, executor);
    }

    @Override
    protected LeafSlice[] slices(List<LeafReaderContext> segments) {
      return slices(segments, 1, 1, false);
    }
  }

  private static void show(String name, TopDocs hits, TopDocs expected) {
    boolean same =
        Arrays.stream(hits.scoreDocs)
            .map(hit -> hit.doc)
            .toList()
            .equals(Arrays.stream(expected.scoreDocs).map(hit -> hit.doc).toList());
    System.out.printf(
        "%-16s %2d hits, as plain Lucene: %s%n", name, hits.scoreDocs.length, same ? "yes" : "NO");
  }

  private static Query anyOf(int words) {
    var query = new BooleanQuery.Builder();
    for (int word = 0; word < words; word++) {
      query.add(new TermQuery(new Term("text", "word" + word)), Occur.SHOULD);
    }
    return query.build();
  }

  private static void fill(Directory directory, int segments, int documentsEach) throws Exception {
    var random = new SplittableRandom(1);
    // A live index has several segments; this one keeps them.
    var config =
        new IndexWriterConfig(new StandardAnalyzer()).setMergePolicy(NoMergePolicy.INSTANCE);
    try (var writer = new IndexWriter(directory, config)) {
      for (int segment = 0; segment < segments; segment++) {
        for (int number = 0; number < documentsEach; number++) {
          var text = new StringBuilder();
          for (int i = 0; i < 20; i++) {
            text.append("word").append(random.nextInt(1_000)).append(' ');
          }
          var document = new Document();
          document.add(new TextField("text", text.toString(), Field.Store.NO));
          writer.addDocument(document);
        }
        writer.commit();
      }
    }
  }
}
