package org.curtail.lucene;

import java.io.Closeable;
import java.io.IOException;
import java.util.Random;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;

/** A small index with shape and content from a seed, and queries that match some of it. */
public final class RandomIndex implements Closeable {
  private static final int VOCABULARY = 60;

  private final ByteBuffersDirectory directory = new ByteBuffersDirectory();
  public final DirectoryReader reader;
  public final String shape;

  public RandomIndex(Random random) throws IOException {
    int segments = random.nextInt(5);
    boolean oneSegment = random.nextInt(4) == 0;
    boolean sorted = random.nextInt(4) == 0;
    boolean deletions = random.nextBoolean();
    var config = new IndexWriterConfig(new StandardAnalyzer());
    if (sorted) {
      config.setIndexSort(new Sort(new SortField("number", SortField.Type.LONG)));
    }
    if (!oneSegment) {
      config.setMergePolicy(NoMergePolicy.INSTANCE);
    }
    int documents = 0;
    try (var writer = new IndexWriter(directory, config)) {
      for (int segment = 0; segment < segments; segment++) {
        int count = random.nextInt(10) == 0 ? 1 : random.nextInt(900);
        for (int i = 0; i < count; i++) {
          writer.addDocument(document(documents++, random));
        }
        writer.commit();
      }
      if (deletions && documents > 0) {
        for (int i = 0; i < documents / 5; i++) {
          writer.deleteDocuments(new Term("id", Integer.toString(random.nextInt(documents))));
        }
        // One segment loses almost all documents.
        for (int id = 0; id < Math.min(documents, 200); id++) {
          if (random.nextInt(50) > 0) {
            writer.deleteDocuments(new Term("id", Integer.toString(id)));
          }
        }
      }
      if (oneSegment) {
        writer.forceMerge(1);
      }
      writer.commit();
    }
    reader = DirectoryReader.open(directory);
    shape =
        "%d documents of %d, %d segments%s"
            .formatted(
                reader.numDocs(),
                reader.maxDoc(),
                reader.leaves().size(),
                sorted ? ", sorted" : "");
  }

  private static Document document(int id, Random random) {
    var text = new StringBuilder();
    int words = 1 + random.nextInt(25);
    for (int i = 0; i < words; i++) {
      // Squaring makes low numbers common words.
      double u = random.nextDouble();
      text.append("w").append((int) (u * u * VOCABULARY)).append(' ');
    }
    var document = new Document();
    document.add(new StringField("id", Integer.toString(id), Field.Store.YES));
    document.add(new TextField("text", text.toString(), Field.Store.NO));
    int number = random.nextInt(50);
    document.add(new NumericDocValuesField("number", number));
    document.add(new IntPoint("point", number));
    return document;
  }

  public static Query query(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> term(random);
      case 1 -> bool(random, Occur.MUST);
      case 2, 3 -> bool(random, Occur.SHOULD);
      case 4 -> new PhraseQuery(2, "text", word(random), word(random));
      case 5 -> new PrefixQuery(new Term("text", "w" + random.nextInt(6)));
      case 6 ->
          new BooleanQuery.Builder()
              .add(bool(random, Occur.SHOULD), Occur.MUST)
              .add(IntPoint.newRangeQuery("point", 5, 5 + random.nextInt(40)), Occur.FILTER)
              .build();
      default ->
          random.nextBoolean() ? new MatchAllDocsQuery() : new ConstantScoreQuery(term(random));
    };
  }

  private static Query bool(Random random, Occur occur) {
    var builder = new BooleanQuery.Builder();
    int clauses = 2 + random.nextInt(3);
    for (int i = 0; i < clauses; i++) {
      builder.add(term(random), occur);
    }
    return builder.build();
  }

  private static Query term(Random random) {
    return new TermQuery(new Term("text", word(random)));
  }

  private static String word(Random random) {
    double u = random.nextDouble();
    return "w" + (int) (u * u * VOCABULARY);
  }

  @Override
  public void close() throws IOException {
    reader.close();
    directory.close();
  }
}
