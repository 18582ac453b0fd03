package org.curtail.app.index;

import java.io.IOException;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
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
 * A segment of an index with static ranks beside it, seen in their order. The ranks are a small
 * index in memory, about a dozen bytes a document, whose fields hide those of the same names.
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
              new LeafReader[] {new WithDeletionsOf(segment, ranksSegment), segment},
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

  private static void write(Directory memory, double[] ranks, int createdVersionMajor)
      throws IOException {
    var config =
        new IndexWriterConfig()
            .setIndexCreatedVersionMajor(createdVersionMajor)
            // Unlike others, it keeps the order.
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

  /** The segment in descending order of its ranks, to be copied. */
  CodecReader sorted() {
    return sorted;
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(both, ranksReader, memory);
  }

  /** Parallel readers take the deletions of the first among them. */
  private static final class WithDeletionsOf extends FilterLeafReader {
    private final LeafReader segment;

    WithDeletionsOf(LeafReader segment, LeafReader ranks) {
      super(ranks);
      this.segment = segment;
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
}
