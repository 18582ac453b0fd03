package org.curtail.examples;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.DoubleDocValuesField;
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
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.curtail.lucene.ranked.ChunkSharing;
import org.curtail.lucene.ranked.RankedHits;
import org.curtail.lucene.ranked.RankedSearcher;
import org.curtail.lucene.ranked.RankedSettings;
import org.curtail.lucene.ranked.Termination;
import org.curtail.policy.FixedDegree;
import org.curtail.runtime.Curtail;

/**
 * Early termination. Some documents matter more than others whatever the query, for example pages
 * with many links to them. If the index is sorted by this number, a search begins with the most
 * important documents and stops when the rest cannot enter the top any more. Threads share one
 * search by taking the most important chunk that is left.
 */
public class Example08EarlyTermination {
  public static void main(String[] args) throws Exception {
    try (Directory directory = new ByteBuffersDirectory()) {
      fill(directory, 60_000);
      try (DirectoryReader reader = DirectoryReader.open(directory);
          Curtail curtail = Curtail.with(new FixedDegree(2)).start()) {
        // Relevance is Lucene's score plus the logarithm of the rank, at most 10.
        var settings = new RankedSettings(10, 200, ChunkSharing.DYNAMIC, Termination.SAFE);
        var searcher = new RankedSearcher(new IndexSearcher(reader), curtail, settings);
        // The same search without early termination, for comparison.
        var whole =
            new RankedSearcher(new IndexSearcher(reader), curtail, settings.with(Termination.OFF));

        System.out.println("chunks searched, of " + searcher.index().chunks());
        System.out.printf("%-9s %10s %11s %9s%n", "query", "one thread", "two threads", "same top");
        for (int words : List.of(1, 2, 5, 20)) {
          Query query = anyOf(words);
          RankedHits alone = searcher.index().search(query, 10); // on this thread, no engine
          // A second thread may search a chunk in vain, beyond the end of the search.
          RankedHits hits = searcher.search(query, 10);
          TopDocs expected = whole.search(query, 10).top();
          System.out.printf(
              "%2d %-6s %10d %11d %9s%n",
              words,
              words == 1 ? "word" : "words",
              alone.chunksVisited(),
              hits.chunksVisited(),
              documents(hits.top()).equals(documents(expected)) ? "yes" : "NO");
        }
      }
    }
  }

  private static List<Integer> documents(TopDocs hits) {
    return Arrays.stream(hits.scoreDocs).map(hit -> hit.doc).toList();
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
    // The most important documents first, in every segment.
    var config = new IndexWriterConfig(new StandardAnalyzer());
    config.setIndexSort(new Sort(new SortField("rank", SortField.Type.DOUBLE, true)));
    try (var writer = new IndexWriter(directory, config)) {
      for (int number = 0; number < documents; number++) {
        var text = new StringBuilder();
        for (int i = 0; i < 20; i++) {
          text.append("word").append(random.nextInt(100)).append(' ');
        }
        var document = new Document();
        document.add(new TextField("text", text.toString(), Field.Store.NO));
        // Like links to pages: a few documents have very many.
        document.add(new DoubleDocValuesField("rank", Math.floor(1 / random.nextDouble(1e-6, 1))));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
  }
}
