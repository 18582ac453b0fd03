package org.curtail.examples;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.curtail.lucene.LeafSplitting;
import org.curtail.lucene.SharedSearch;
import org.curtail.policy.FixedInterval;
import org.curtail.runtime.Curtail;

/**
 * A searcher that must extend another class than {@code CurtailSearcher}, such as a class of a
 * framework. A {@code SharedSearch} runs its searches on the engine.
 */
public class Example09AnotherSearcher {
  /** Your searcher today: it counts its searches. */
  static class CountingSearcher extends IndexSearcher {
    final AtomicInteger searches = new AtomicInteger();

    CountingSearcher(IndexReader reader) {
      super(reader);
    }

    @Override
    public <C extends Collector, T> T search(Query query, CollectorManager<C, T> manager)
        throws IOException {
      searches.incrementAndGet();
      return super.search(query, manager);
    }
  }

  /** The same searcher on the engine. */
  static final class CountingOnTheEngine extends CountingSearcher {
    private final Curtail curtail;
    private final SharedSearch shared;

    CountingOnTheEngine(IndexReader reader, Curtail curtail) {
      super(reader);
      this.curtail = curtail;
      this.shared = new SharedSearch(this, LeafSplitting.KNOWN_COLLECTORS);
    }

    @Override
    public <C extends Collector, T> T search(Query query, CollectorManager<C, T> manager)
        throws IOException {
      searches.incrementAndGet();
      return shared.search(curtail, query, manager);
    }

    @Override
    public boolean timedOut() {
      return shared.timedOut() || super.timedOut();
    }
  }

  public static void main(String[] args) throws Exception {
    try (Directory directory = new ByteBuffersDirectory()) {
      fill(directory, 30_000);
      try (DirectoryReader reader = DirectoryReader.open(directory);
          Curtail curtail = Curtail.with(new FixedInterval(1, 2)).start()) {
        var plain = new CountingSearcher(reader);
        var shared = new CountingOnTheEngine(reader, curtail);
        int same = 0;
        for (int word = 0; word < 100; word++) {
          Query query = new TermQuery(new Term("text", "word" + word));
          same +=
              documents(shared.search(query, 10)).equals(documents(plain.search(query, 10)))
                  ? 1
                  : 0;
        }
        System.out.printf("searches            %5d%n", shared.searches.get());
        System.out.printf("with the same hits  %5d%n", same);
        System.out.printf("served by the engine %4d%n", curtail.metrics().counts().allEnded());
      }
    }
  }

  private static List<Integer> documents(TopDocs hits) {
    return Arrays.stream(hits.scoreDocs).map(hit -> hit.doc).toList();
  }

  private static void fill(Directory directory, int documents) throws Exception {
    var random = new SplittableRandom(1);
    try (var writer = new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()))) {
      for (int number = 0; number < documents; number++) {
        var text = new StringBuilder();
        for (int i = 0; i < 20; i++) {
          text.append("word").append(random.nextInt(1_000)).append(' ');
        }
        var document = new Document();
        document.add(new TextField("text", text.toString(), Field.Store.NO));
        writer.addDocument(document);
      }
    }
  }
}
