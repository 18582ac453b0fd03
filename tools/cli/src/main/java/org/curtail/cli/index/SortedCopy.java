package org.curtail.cli.index;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SoftDeletesDirectoryReaderWrapper;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;
import org.curtail.benchkit.search.Fields;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.threads.Joined;
import org.curtail.cli.lucene.IndexFolder;
import org.curtail.cli.lucene.OpenIndex;

/**
 * Copies an index in order of importance. Each segment is copied by itself, without deleted
 * documents, with all its other content.
 */
public final class SortedCopy {
  private static final String NOTHING_KEPT = "stopped; no index was made";

  private final SortRequest request;
  private final Console console;
  private final long startedNanos = System.nanoTime();
  private final RankTally tally = new RankTally();
  private long copied;

  private SortedCopy(SortRequest request, Console console) {
    this.request = request;
    this.console = console;
  }

  /**
   * Makes the copy. The copy appears in its folder complete or not at all.
   *
   * @throws UsageError if there is no index, the index cannot be sorted by this rank, or the folder
   *     has other content
   * @throws IOException if writing fails; the message names the folder
   * @throws org.curtail.benchkit.terminal.Interrupted if the user stops it
   */
  public static SortSummary make(SortRequest request, Console console) throws IOException {
    return new SortedCopy(request, console).make();
  }

  private SortSummary make() throws IOException {
    var folder = IndexFolder.of(request.folder());
    return folder.fill(
        request.overwrite(),
        partial -> {
          try (OpenIndex index = OpenIndex.open(request.source())) {
            return write(index.reader(), partial);
          } catch (CorruptIndexException e) {
            throw new UsageError(
                request.source() + ": the index is damaged: " + Failure.reason(e), e);
          }
        });
  }

  private SortSummary write(DirectoryReader commit, Path partial) throws IOException {
    Map<String, String> oldUserData = commit.getIndexCommit().getUserData();
    String softDeletes = FieldInfos.getMergedFieldInfos(commit).getSoftDeletesField();
    DirectoryReader reader =
        softDeletes == null ? commit : new SoftDeletesDirectoryReaderWrapper(commit, softDeletes);
    RankColumn column = RankColumn.of(reader, request.source(), request.rank(), request.type());
    for (LeafReaderContext leaf : reader.leaves()) {
      checkCopyable(leaf.reader());
    }
    try (Directory directory = FSDirectory.open(partial)) {
      try (var writer = new IndexWriter(directory, config(reader))) {
        for (LeafReaderContext leaf : reader.leaves()) {
          copy(leaf, column, writer, reader.numDocs());
        }
        IndexCommit.commit(
            writer,
            request.maxSegments(),
            userData(oldUserData),
            () -> {
              StopSignal.check(NOTHING_KEPT);
              console.progress("merging segments, %.0f s".formatted(seconds()));
            });
      }
      IndexFiles files = IndexFiles.of(directory);
      return new SortSummary(
          request.folder().toString(),
          reader.numDocs(),
          commit.maxDoc() - reader.numDocs(),
          tally.summary(kind(oldUserData)),
          files.segments(),
          files.bytes(),
          seconds());
    }
  }

  private static IndexWriterConfig config(DirectoryReader reader) {
    return new IndexWriterConfig()
        .setOpenMode(IndexWriterConfig.OpenMode.CREATE)
        .setIndexSort(StaticRankFields.order())
        // Norms and similar data keep the encoding of their version.
        .setIndexCreatedVersionMajor(
            reader.leaves().getFirst().reader().getMetaData().createdVersionMajor())
        .setCommitOnClose(false);
  }

  /** Rejects segments with content that a sorted copy would separate or leave out. */
  private void checkCopyable(LeafReader segment) throws IOException {
    FieldInfos fields = segment.getFieldInfos();
    if (segment.getMetaData().hasBlocks() || fields.getParentField() != null) {
      throw new UsageError(
          request.source()
              + ": expected single documents, found blocks of them (parents and children), which an order of importance would separate");
    }
    FieldInfo rank = fields.fieldInfo(Fields.STATIC_RANK);
    if (rank != null
        && (rank.getIndexOptions() != IndexOptions.NONE
            || rank.getPointDimensionCount() > 0
            || rank.hasVectorValues())) {
      throw lost(Fields.STATIC_RANK, "more than doc values");
    }
    FieldInfo features = fields.fieldInfo(Fields.RANK_FEATURES);
    if (features == null) {
      return;
    }
    Terms terms = segment.terms(Fields.RANK_FEATURES);
    if (terms != null) {
      TermsEnum each = terms.iterator();
      for (BytesRef term = each.next(); term != null; term = each.next()) {
        if (!term.utf8ToString().equals(Fields.STATIC_RANK)) {
          throw lost(Fields.RANK_FEATURES, term.utf8ToString());
        }
      }
    }
  }

  private UsageError lost(String field, String found) {
    return new UsageError(
        "%s: field %s: expected only curtail's own values, which the copy replaces, found %s"
            .formatted(request.source(), field, found));
  }

  private void copy(LeafReaderContext leaf, RankColumn column, IndexWriter writer, int documents)
      throws IOException {
    LeafReader segment = leaf.reader();
    if (segment.numDocs() == 0) {
      return;
    }
    double[] ranks = column.ranks(leaf);
    for (int document = 0; document < ranks.length; document++) {
      if (segment.getLiveDocs() == null || segment.getLiveDocs().get(document)) {
        tally.add(ranks[document]);
      }
    }
    try (var ranked = RankedSegment.of(segment, ranks)) {
      add(
          ranked.sorted(),
          writer,
          () -> {
            StopSignal.check(NOTHING_KEPT);
            console.progress(
                "%,d of %,d documents, %.0f s".formatted(copied, documents, seconds()));
          });
    }
    copied += segment.numDocs();
  }

  /** Adds a segment on its own thread, so that a stop signal works at once. */
  private static void add(CodecReader sorted, IndexWriter writer, Runnable waiting)
      throws IOException {
    var task =
        new FutureTask<>(() -> {
          writer.addIndexes(sorted);
          return true;
        });
    Thread thread = Thread.ofPlatform().daemon().name("curtail-sort").start(task);
    try {
      while (!task.isDone()) {
        IndexCommit.pause(waiting);
      }
      task.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException cause -> throw cause;
        case Error cause -> throw cause;
        case null, default -> throw new IOException(e.getCause());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      if (!task.isDone()) {
        // Stops the copying before its source is closed.
        writer.rollback();
        Joined.join(List.of(thread));
      }
    }
  }

  private Map<String, String> userData(Map<String, String> old) {
    var userData = new TreeMap<>(old);
    userData.put(Fields.RANK_KIND_KEY, kind(old));
    return userData;
  }

  /** Kind of the ranks; copied ranks keep theirs. */
  private String kind(Map<String, String> oldUserData) {
    String label = request.rank().label();
    return label.equals(Fields.STATIC_RANK)
        ? oldUserData.getOrDefault(Fields.RANK_KIND_KEY, label)
        : label;
  }

  private double seconds() {
    return (System.nanoTime() - startedNanos) / 1e9;
  }
}
