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

/**
 * A first search: {@code CurtailSearcher} takes the place of Lucene's {@code IndexSearcher} and
 * finds the same hits.
 */
public class Example01FirstSearch {
  public static void main(String[] args) throws Exception {
    try (Directory directory = new ByteBuffersDirectory()) { // or FSDirectory.open(path)
      fill(directory, 60_000);
      try (DirectoryReader reader = DirectoryReader.open(directory);
          Curtail curtail = Curtail.with(new FixedInterval(1, 2)).start()) { // one per process
        IndexSearcher plain = new IndexSearcher(reader); // what you have today
        IndexSearcher searcher = new CurtailSearcher(reader, curtail); // one per reader

        // A short search of one word, and a long one of fifty.
        compare("one word", anyOf(1), plain, searcher);
        compare("fifty words", anyOf(50), plain, searcher);

        // Long searches got a second thread while they ran. Short ones ended before they needed
        // one: the policy adds a thread after 1 ms.
        System.out.println("metrics: " + curtail.metrics());
      }
    }
  }

  private static void compare(String name, Query query, IndexSearcher plain, IndexSearcher searcher)
      throws Exception {
    TopDocs expected = plain.search(query, 3);
    TopDocs hits = searcher.search(query, 3); // the same call, the same result
    System.out.printf("%-12s %-14s %8s %14s%n", name, "hit", "score", "plain Lucene");
    for (int i = 0; i < hits.scoreDocs.length; i++) {
      ScoreDoc hit = hits.scoreDocs[i];
      Document found = searcher.storedFields().document(hit.doc);
      System.out.printf(
          "%-12s %-14s %8.4f %14.4f%n",
          "", found.get("title"), hit.score, expected.scoreDocs[i].score);
    }
    System.out.printf("%-12s same hits: %s%n%n", "", documents(hits).equals(documents(expected)));
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
