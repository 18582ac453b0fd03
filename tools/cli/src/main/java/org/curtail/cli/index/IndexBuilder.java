package org.curtail.cli.index;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.curtail.benchkit.search.Fields;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.documents.Document;
import org.curtail.cli.documents.DocumentSource;
import org.curtail.cli.documents.Skipped;
import org.curtail.cli.lucene.IndexFolder;

/** Makes a Lucene index of documents: an id, a title, a body, and numbers for ranking. */
public final class IndexBuilder {
  private static final double LARGEST_BUFFER_MB = 256;
  private static final String NOTHING_KEPT = "stopped; no index was made";

  private final IndexRequest request;
  private final Console console;
  private final long startedNanos = System.nanoTime();
  private final RankTally ranks = new RankTally();
  private long documents;
  private long textCharacters;

  private IndexBuilder(IndexRequest request, Console console) {
    this.request = request;
    this.console = console;
  }

  /**
   * Makes the index. The index appears in its folder complete or not at all.
   *
   * @throws UsageError if the folder has other content, or the documents cannot be read
   * @throws IOException if writing fails; the message names the folder
   * @throws org.curtail.benchkit.terminal.Interrupted if the user stops it
   */
  public static IndexSummary build(IndexRequest request, Console console) throws IOException {
    return new IndexBuilder(request, console).build();
  }

  private IndexSummary build() throws IOException {
    request.source().check();
    var folder = IndexFolder.of(request.folder());
    return folder.fill(request.overwrite(), this::write);
  }

  private IndexSummary write(Path partial) throws IOException {
    try (Directory directory = FSDirectory.open(partial);
        Analyzer analyzer = request.analysis().analyzer()) {
      DocumentSource source = source();
      DocumentRanks documentRanks = documentRanks(source);
      Skipped skipped;
      long passages;
      try (var writer = new IndexWriter(directory, config(analyzer))) {
        try (var threads = new IndexingThreads(writer, request.passageWords(), request.threads())) {
          skipped = source.read(document -> take(document, documentRanks, threads));
          threads.finish();
          passages = threads.passages();
        }
        mergeAndCommit(writer);
      }
      return summary(directory, passages, skipped);
    }
  }

  private DocumentSource source() {
    return switch (request.rank()) {
      case RankKind.Field(String field) -> request.source().rankedBy(field);
      case RankKind.None _, RankKind.Length _, RankKind.Links _ -> request.source();
    };
  }

  private DocumentRanks documentRanks(DocumentSource source) throws IOException {
    return switch (request.rank()) {
      case RankKind.None _ -> DocumentRanks.none();
      case RankKind.Length _ -> DocumentRanks.length();
      case RankKind.Links _ -> LinkRanks.of(source, request.maxDocuments(), console, NOTHING_KEPT);
      case RankKind.Field _ -> DocumentRanks.field();
    };
  }

  private boolean ranked() {
    return !request.rank().equals(new RankKind.None());
  }

  private IndexWriterConfig config(Analyzer analyzer) {
    double heapMb = Runtime.getRuntime().maxMemory() / 1e6;
    IndexWriterConfig config =
        new IndexWriterConfig(analyzer)
            .setOpenMode(IndexWriterConfig.OpenMode.CREATE)
            .setRAMBufferSizeMB(Math.min(LARGEST_BUFFER_MB, heapMb / 8))
            // Closing without a commit drops everything and stops running merges.
            .setCommitOnClose(false);
    return ranked() ? config.setIndexSort(StaticRankFields.order()) : config;
  }

  private boolean take(Document document, DocumentRanks documentRanks, IndexingThreads threads)
      throws IOException {
    StopSignal.check(NOTHING_KEPT);
    OptionalDouble rank = documentRanks.of(document, documents);
    rank.ifPresent(ranks::add);
    threads.add(document, rank);
    documents++;
    textCharacters += document.body().length();
    if (documents % 256 == 0) {
      console.progress(
          "%,d documents, %,d passages, %.0f s"
              .formatted(documents, threads.passages(), seconds()));
    }
    return documents != request.maxDocuments();
  }

  private void mergeAndCommit(IndexWriter writer) throws IOException {
    var userData = new TreeMap<String, String>();
    userData.put(Fields.ANALYZER_KEY, request.analysis().label());
    if (ranked()) {
      userData.put(Fields.RANK_KIND_KEY, request.rank().label());
    }
    IndexCommit.commit(
        writer,
        request.maxSegments(),
        userData,
        () -> {
          StopSignal.check(NOTHING_KEPT);
          console.progress("merging segments, %.0f s".formatted(seconds()));
        });
  }

  private IndexSummary summary(Directory directory, long passages, Skipped skipped)
      throws IOException {
    IndexFiles files = IndexFiles.of(directory);
    return new IndexSummary(
        request.folder().toString(),
        documents,
        passages,
        textCharacters,
        files.segments(),
        files.bytes(),
        skipped,
        ranked() ? ranks.summary(request.rank().label()) : null,
        seconds());
  }

  private double seconds() {
    return (System.nanoTime() - startedNanos) / 1e9;
  }
}
