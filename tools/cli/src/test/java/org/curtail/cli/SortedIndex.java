package org.curtail.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.DoubleDocValuesField;
import org.apache.lucene.document.FeatureField;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.FSDirectory;
import org.curtail.cli.lucene.Analysis;

/** A small index in order of importance: the first document has rank 1000, others ever less. */
public final class SortedIndex {
  private static final int WORDS = 40;

  private SortedIndex() {}

  public static Path write(Path folder, int documents) throws IOException {
    var random = new Random(1);
    try (var directory = FSDirectory.open(folder);
        Analyzer analyzer = Analysis.STANDARD.analyzer()) {
      var config = new IndexWriterConfig(analyzer);
      config.setIndexSort(new Sort(new SortField("static_rank", SortField.Type.DOUBLE, true)));
      try (var writer = new IndexWriter(directory, config)) {
        for (int i = 0; i < documents; i++) {
          float rank = 1000f / (1 + i);
          var document = new Document();
          document.add(new TextField("body", text(random), Field.Store.NO));
          document.add(new DoubleDocValuesField("static_rank", rank));
          document.add(new FeatureField("rank_features", "static_rank", rank));
          writer.addDocument(document);
        }
        writer.forceMerge(1);
      }
    }
    return folder;
  }

  private static String text(Random random) {
    var text = new StringBuilder();
    for (int w = 0; w < 10; w++) {
      text.append(word((int) (WORDS * random.nextDouble() * random.nextDouble()))).append(' ');
    }
    return text.toString();
  }

  private static String word(int number) {
    return "word" + (char) ('a' + number % 26) + (char) ('a' + number / 26);
  }

  /** A query log of one and two words. */
  public static String queries(int count) {
    var random = new Random(2);
    var lines = new StringBuilder();
    for (int i = 0; i < count; i++) {
      lines.append(word(random.nextInt(WORDS / 2)));
      if (i % 2 == 1) {
        lines.append(' ').append(word(random.nextInt(WORDS / 2)));
      }
      lines.append('\n');
    }
    return lines.toString();
  }
}
