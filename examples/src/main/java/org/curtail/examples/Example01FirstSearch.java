package org.curtail.examples;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.curtail.lucene.CurtailSearcher;
import org.curtail.policy.FixedInterval;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.Metrics;

/**
 * A first search: {@code CurtailSearcher} replaces Lucene's {@code IndexSearcher} and finds the
 * same hits.
 */
public class Example01FirstSearch {
  public static void main(String[] args) throws Exception {
    try (Directory directory = new ByteBuffersDirectory()) { // or FSDirectory.open(path)
      fill(directory, 100_000);
      try (DirectoryReader reader = DirectoryReader.open(directory);
          Curtail curtail = Curtail.with(new FixedInterval(1, 2)).start()) { // one per process
        IndexSearcher plain = new IndexSearcher(reader); // your searcher today
        IndexSearcher searcher = new CurtailSearcher(reader, curtail); // one per reader

        Query shortQuery = anyOf(1); // one word
        Query longQuery = anyOf(50); // fifty words
        show(searcher.search(shortQuery, 3), searcher); // the same call
        System.out.println("hits as of plain Lucene: " + sameHits(longQuery, plain, searcher));

        // Short searches end before they need a second thread: the policy adds one after 1 ms.
        System.out.println();
        System.out.printf("%-14s %16s %12s%n", "", "median time ms", "with help");
        measure("one word", shortQuery, searcher, curtail);
        measure("fifty words", longQuery, searcher, curtail);
      }
    }
  }

  private static void show(TopDocs hits, IndexSearcher searcher) throws Exception {
    for (ScoreDoc hit : hits.scoreDocs) {
      Document found = searcher.storedFields().document(hit.doc);
      System.out.printf("%-15s scores %.4f%n", found.get("title"), hit.score);
    }
  }

  private static boolean sameHits(Query query, IndexSearcher plain, IndexSearcher searcher)
      throws Exception {
    return documents(searcher.search(query, 10)).equals(documents(plain.search(query, 10)));
  }

  /** Prints the time of searches, and the number of searches with a second thread. */
  private static void measure(String name, Query query, IndexSearcher searcher, Curtail curtail)
      throws Exception {
    for (int i = 0; i < 50; i++) {
      searcher.search(query, 10); // the JVM compiles
    }
    Metrics before = curtail.metrics();
    for (int i = 0; i < 100; i++) {
      searcher.search(query, 10);
    }
    Metrics searches = curtail.metrics().since(before);
    System.out.printf(
        "%-14s %16.2f %5d of %3d%n",
        name,
        searches.responseNanos().percentile(50) / 1e6,
        searches.peakDegree().count() - searches.peakDegree().countUpTo(1),
        searches.peakDegree().count());
  }

  private static List<Integer> documents(TopDocs hits) {
    var documents = new ArrayList<Integer>();
    for (ScoreDoc hit : hits.scoreDocs) {
      documents.add(hit.doc);
    }
    return documents;
  }

  private static Query anyOf(int words) {
    var query = new BooleanQuery.Builder();
    for (int word = 0; word < words; word++) {
      query.add(new TermQuery(new Term("text", "word" + word)), Occur.SHOULD);
    }
    return query.build();
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
        document.add(new TextField("title", "document " + number, Field.Store.YES));
        document.add(new TextField("text", text.toString(), Field.Store.NO));
        writer.addDocument(document);
      }
    }
  }
}
