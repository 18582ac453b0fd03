package org.curtail.cli.querylog;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.FSDirectory;
import org.curtail.cli.lucene.Analysis;
import org.curtail.cli.lucene.OpenIndex;

/** An index of a few words in the fields title and body. */
final class SmallIndex {
  private SmallIndex() {}

  static OpenIndex open(Path folder, Analysis analysis, String... bodies) throws IOException {
    try (var directory = FSDirectory.open(folder);
        Analyzer analyzer = analysis.analyzer();
        var writer = new IndexWriter(directory, new IndexWriterConfig(analyzer))) {
      for (String body : bodies) {
        var document = new Document();
        document.add(new TextField("title", "heading", Field.Store.NO));
        document.add(new TextField("body", body, Field.Store.NO));
        writer.addDocument(document);
      }
      writer.setLiveCommitData(Map.of("curtail.analyzer", analysis.label()).entrySet());
    }
    return OpenIndex.open(folder);
  }
}
