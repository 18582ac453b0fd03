package org.curtail.cli.index;

import java.io.IOException;
import java.util.ArrayList;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.ParallelLeafReader;
import org.apache.lucene.index.SlowCodecReaderWrapper;
import org.apache.lucene.index.SortingCodecReader;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.IOUtils;
import org.jspecify.annotations.Nullable;

/**
 * A segment of an index together with static ranks, in their order. The ranks are a small index in
 * memory, about a dozen bytes a document; its fields hide those of the same names.
 */
final class RankedSegment implements AutoCloseable {
  private final Directory memory;
  private final DirectoryReader ranksReader;
  private final ParallelLeafReader both;
  private final CodecReader sorted;

  private RankedSegment(
      Directory memory, DirectoryReader ranksReader, ParallelLeafReader both, CodecReader sorted) {
    this.memory = memory;
    this.ranksReader = ranksReader;
    this.both = both;
    this.sorted = sorted;
  }

  /**
   * Opens the view.
   *
   * @param ranks one for each document, deleted or not
   * @throws IOException if a disk fails or the segment is damaged
   */
  static RankedSegment of(LeafReader segment, double[] ranks) throws IOException {
    Directory memory = new ByteBuffersDirectory();
    DirectoryReader ranksReader = null;
    ParallelLeafReader both = null;
    boolean opened = false;
    try {
      write(memory, ranks, segment.getMetaData().createdVersionMajor());
      ranksReader = DirectoryReader.open(memory);
      LeafReader ranksSegment = ranksReader.leaves().getFirst().reader();
      both =
          new ParallelLeafReader(
              false,
              new LeafReader[] {new Beside(segment, ranksSegment), withoutSoftDeletes(segment)},
              new LeafReader[] {segment});
      CodecReader sorted =
          SortingCodecReader.wrap(SlowCodecReaderWrapper.wrap(both), StaticRankFields.order());
      opened = true;
      return new RankedSegment(memory, ranksReader, both, sorted);
    } finally {
      if (!opened) {
        IOUtils.closeWhileHandlingException(both, ranksReader, memory);
      }
    }
  }

  /**
   * Removes the field of soft deletions, since none of the remaining documents is softly deleted.
   */
  private static LeafReader withoutSoftDeletes(LeafReader segment) {
    if (segment.getFieldInfos().getSoftDeletesField() == null) {
      return segment;
    }
    var kept = new ArrayList<FieldInfo>();
    for (FieldInfo field : segment.getFieldInfos()) {
      if (!field.isSoftDeletesField()) {
        kept.add(field);
      }
    }
    return new WithFields(segment, new FieldInfos(kept.toArray(FieldInfo[]::new)));
  }

  private static void write(Directory memory, double[] ranks, int createdVersionMajor)
      throws IOException {
    var config =
        new IndexWriterConfig()
            .setIndexCreatedVersionMajor(createdVersionMajor)
            // Other readers would change the order.
            .setMergePolicy(new LogDocMergePolicy());
    try (var writer = new IndexWriter(memory, config)) {
      for (double rank : ranks) {
        var row = new Document();
        StaticRankFields.addTo(row, rank);
        writer.addDocument(row);
      }
      writer.forceMerge(1);
    }
  }

  /** The segment in descending order of its ranks, for copying. */
  CodecReader sorted() {
    return sorted;
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(both, ranksReader, memory);
  }

  /** The ranks as the first parallel reader, which determines deletions and numbers of fields. */
  private static final class Beside extends FilterLeafReader {
    private final LeafReader segment;
    private final FieldInfos fields;

    Beside(LeafReader segment, LeafReader ranks) {
      super(ranks);
      this.segment = segment;
      this.fields = renumbered(ranks.getFieldInfos(), segment.getFieldInfos());
    }

    /** Gives the segment's fields their old numbers, since stored fields are copied by number. */
    private static FieldInfos renumbered(FieldInfos ranks, FieldInfos segment) {
      int free = 0;
      for (FieldInfo field : segment) {
        free = Math.max(free, field.number + 1);
      }
      var fields = new ArrayList<FieldInfo>();
      for (FieldInfo field : ranks) {
        FieldInfo hidden = segment.fieldInfo(field.name);
        fields.add(renumbered(field, hidden == null ? free++ : hidden.number));
      }
      return new FieldInfos(fields.toArray(FieldInfo[]::new));
    }

    private static FieldInfo renumbered(FieldInfo field, int number) {
      return new FieldInfo(
          field.name,
          number,
          field.hasTermVectors(),
          field.omitsNorms(),
          field.hasPayloads(),
          field.getIndexOptions(),
          field.getDocValuesType(),
          field.docValuesSkipIndexType(),
          field.getDocValuesGen(),
          field.attributes(),
          field.getPointDimensionCount(),
          field.getPointIndexDimensionCount(),
          field.getPointNumBytes(),
          field.getVectorDimension(),
          field.getVectorEncoding(),
          field.getVectorSimilarityFunction(),
          field.isSoftDeletesField(),
          field.isParentField());
    }

    @Override
    public FieldInfos getFieldInfos() {
      return fields;
    }

    @Override
    public @Nullable Bits getLiveDocs() {
      return segment.getLiveDocs();
    }

    @Override
    public int numDocs() {
      return segment.numDocs();
    }

    @Override
    public @Nullable CacheHelper getCoreCacheHelper() {
      return in.getCoreCacheHelper();
    }

    @Override
    public @Nullable CacheHelper getReaderCacheHelper() {
      return null;
    }
  }

  /** A segment with fewer fields. */
  private static final class WithFields extends FilterLeafReader {
    private final FieldInfos fields;

    WithFields(LeafReader segment, FieldInfos fields) {
      super(segment);
      this.fields = fields;
    }

    @Override
    public FieldInfos getFieldInfos() {
      return fields;
    }

    @Override
    public @Nullable CacheHelper getCoreCacheHelper() {
      return null;
    }

    @Override
    public @Nullable CacheHelper getReaderCacheHelper() {
      return null;
    }
  }
}
