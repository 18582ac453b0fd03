package org.curtail.benchkit.search;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.FSDirectory;

/** A small index in order of importance, for tests: words w0 (common) to w59 (rare). */
public final class RankedText {
  private RankedText() {}

  /** Writes an index with several segments. */
  public static Path write(Path folder, int documents) throws IOException {
    var random = new Random(1);
    var config =
        new IndexWriterConfig(new StandardAnalyzer())
            .setIndexSort(new Sort(new SortField("rank", SortField.Type.LONG, true)));
    try (var directory = FSDirectory.open(folder);
        var writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < documents; i++) {
        var text = new StringBuilder();
        for (int w = 0; w < 12; w++) {
          double u = random.nextDouble();
          text.append("w").append((int) (u * u * 60)).append(' ');
        }
        var document = new Document();
        document.add(new TextField("body", text.toString(), Field.Store.NO));
        document.add(new NumericDocValuesField("rank", (long) Math.exp(12 * random.nextDouble())));
        writer.addDocument(document);
        if (i == documents / 2) {
          writer.commit();
        }
      }
    }
    return folder;
  }
}
