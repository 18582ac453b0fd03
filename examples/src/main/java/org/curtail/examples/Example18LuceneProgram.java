package org.curtail.examples;

import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.curtail.lucene.CurtailSearcher;
import org.curtail.runtime.Curtail;

/** A whole program: an index, a thousand searches on the engine, and the state of the engine. */
public class Example18LuceneProgram {
  public static void main(String[] args) throws Exception {
    try (Directory directory = new ByteBuffersDirectory()) { // yours: FSDirectory.open(path)
      write(directory);
      try (DirectoryReader reader = DirectoryReader.open(directory);
          Curtail curtail = Curtail.automatic().start()) { // one per process
        IndexSearcher searcher = new CurtailSearcher(reader, curtail); // one per reader
        for (int i = 0; i < 1_000; i++) {
          searcher.search(new TermQuery(new Term("text", "word" + i % 100)), 10);
        }
        int found = searcher.count(new TermQuery(new Term("text", "word7")));
        System.out.println("documents with word7: " + found);
        System.out.print(curtail.explain());
      }
    }
  }

  /** Writes 20,000 documents of two words each. */
  private static void write(Directory directory) throws Exception {
    try (var writer = new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()))) {
      for (int number = 0; number < 20_000; number++) {
        var document = new Document();
        String text = "word" + number % 100 + " number" + number;
        document.add(new TextField("text", text, Field.Store.NO));
        writer.addDocument(document);
      }
    }
  }
}
