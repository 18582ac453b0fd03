package org.curtail.lucene.ranked;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.curtail.lucene.RandomIndex;
import org.jspecify.annotations.Nullable;

/**
 * A small index in order of importance with shape, ranks and content from a seed, and queries that
 * match some of it. The rank of a document in the formula is stored too, so that a reference need
 * not read doc values.
 */
public final class RandomRankedIndex implements Closeable {
  private static final int VOCABULARY = 60;
  private static final String STORED_RANK = "stored rank";

  private final ByteBuffersDirectory directory = new ByteBuffersDirectory();
  public final DirectoryReader reader;
  final String shape;

  private final SortField.Type type;
  private final int ranks;

  public RandomRankedIndex(Random random) throws IOException {
    this(random, 700);
  }

  RandomRankedIndex(Random random, int mostDocumentsPerSegment) throws IOException {
    type =
        List.of(
                SortField.Type.INT,
                SortField.Type.LONG,
                SortField.Type.FLOAT,
                SortField.Type.DOUBLE)
            .get(random.nextInt(4));
    ranks = random.nextInt(6);
    Object missing = missing(random);
    int segments = random.nextInt(8) == 0 ? random.nextInt(2) : 1 + random.nextInt(5);
    boolean oneSegment = random.nextInt(3) == 0;
    double withoutRank = random.nextBoolean() ? 0 : random.nextDouble();
    var config = new IndexWriterConfig(new StandardAnalyzer());
    var byRank = new SortField("rank", type, true);
    if (missing != null) {
      byRank.setMissingValue(missing);
    }
    config.setIndexSort(new Sort(byRank));
    if (!oneSegment) {
      config.setMergePolicy(NoMergePolicy.INSTANCE);
    }
    int documents = 0;
    try (var writer = new IndexWriter(directory, config)) {
      for (int segment = 0; segment < segments; segment++) {
        int count = random.nextInt(6) == 0 ? 1 : 1 + random.nextInt(mostDocumentsPerSegment);
        for (int i = 0; i < count; i++) {
          var document = text(documents++, random);
          if (random.nextDouble() < withoutRank) {
            double rank = missing == null ? 0 : Math.max(0, ((Number) missing).doubleValue());
            document.add(new StoredField(STORED_RANK, rank));
          } else {
            addRank(document, random);
          }
          writer.addDocument(document);
        }
        writer.commit();
      }
      if (oneSegment) {
        writer.forceMerge(1);
      }
      if (documents > 0 && random.nextBoolean()) {
        for (int i = 0; i < documents / 4; i++) {
          writer.deleteDocuments(new Term("id", Integer.toString(random.nextInt(documents))));
        }
      }
      writer.commit();
    }
    reader = DirectoryReader.open(directory);
    shape =
        "%d documents of %d, %d segments, %s ranks of kind %d, %.2f of them missing as %s"
            .formatted(
                reader.numDocs(),
                reader.maxDoc(),
                reader.leaves().size(),
                type,
                ranks,
                withoutRank,
                missing);
  }

  private @Nullable Object missing(Random random) {
    if (random.nextBoolean()) {
      return null;
    }
    int value = List.of(-1, 0, 3, 2000).get(random.nextInt(4));
    return switch (type) {
      case INT -> value;
      case LONG -> (long) value;
      case FLOAT -> (float) value;
      default -> (double) value;
    };
  }

  private void addRank(Document document, Random random) {
    double rank =
        switch (ranks) {
          case 0 -> 0;
          case 1 -> 17;
          case 2 -> random.nextInt(3); // many ties
          case 3 -> 1000 * random.nextDouble();
          case 4 -> Math.exp(20 * random.nextDouble()); // orders of magnitude
          default -> 5 / (1 + 1000 * random.nextDouble()); // few are important
        };
    double stored =
        switch (type) {
          case INT, LONG -> Math.floor(rank);
          case FLOAT -> Float.valueOf((float) rank).doubleValue();
          default -> rank;
        };
    long bits =
        switch (type) {
          case INT, LONG -> (long) stored;
          case FLOAT -> Float.floatToRawIntBits((float) stored);
          default -> Double.doubleToRawLongBits(stored);
        };
    document.add(new NumericDocValuesField("rank", bits));
    document.add(new StoredField(STORED_RANK, stored));
  }

  static Document text(int id, Random random) {
    var text = new StringBuilder();
    int words = 1 + random.nextInt(25);
    for (int i = 0; i < words; i++) {
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

  /** Returns the stored ranks of all documents, deleted ones included. */
  double[] storedRanks() throws IOException {
    var stored = new double[reader.maxDoc()];
    for (int doc = 0; doc < stored.length; doc++) {
      stored[doc] =
          reader.storedFields().document(doc).getField(STORED_RANK).numericValue().doubleValue();
    }
    return stored;
  }

  public static Query query(Random random) {
    return switch (random.nextInt(10)) {
      case 0 -> nested(random);
      case 1 ->
          new DisjunctionMaxQuery(
              new ArrayList<>(List.of(RandomIndex.query(random), RandomIndex.query(random))),
              random.nextInt(2) / 2f);
      case 2 -> new BoostQuery(RandomIndex.query(random), 0.1f + 3 * random.nextFloat());
      case 3 -> new BoostQuery(mixed(random), 0.1f + 3 * random.nextFloat());
      case 4 ->
          new BooleanQuery.Builder()
              .add(new BoostQuery(mixed(random), 1 + random.nextInt(4)), Occur.SHOULD)
              .add(nested(random), Occur.SHOULD)
              .build();
      default -> RandomIndex.query(random);
    };
  }

  /** Required clauses beside others. */
  private static Query mixed(Random random) {
    return new BooleanQuery.Builder()
        .add(
            new BooleanQuery.Builder()
                .add(RandomIndex.query(random), Occur.MUST)
                .add(RandomIndex.query(random), Occur.MUST)
                .build(),
            random.nextBoolean() ? Occur.MUST : Occur.SHOULD)
        .add(RandomIndex.query(random), Occur.SHOULD)
        .build();
  }

  private static Query nested(Random random) {
    var builder = new BooleanQuery.Builder();
    builder.add(RandomIndex.query(random), random.nextBoolean() ? Occur.MUST : Occur.SHOULD);
    builder.add(RandomIndex.query(random), Occur.SHOULD);
    if (random.nextBoolean()) {
      builder.add(RandomIndex.query(random), Occur.FILTER);
    }
    if (random.nextBoolean()) {
      builder.add(new ConstantScoreQuery(RandomIndex.query(random)), Occur.MUST_NOT);
    }
    return builder.build();
  }

  @Override
  public void close() throws IOException {
    reader.close();
    directory.close();
  }
}
