package org.curtail.cli.index;

import java.nio.file.Path;
import org.curtail.cli.documents.DocumentSource;
import org.curtail.cli.documents.Passages;
import org.curtail.cli.lucene.Analysis;

/**
 * Request for an index.
 *
 * @param source source of the documents
 * @param folder folder of the index
 * @param passageWords words of a passage, each half new; 0 for whole documents
 * @param analysis analysis of text into words
 * @param maxSegments largest number of segments after merging; 0 for no merge
 * @param maxDocuments largest number of documents; 0 for all
 * @param threads indexing threads; with 1 the index is the same each time, with more the order of
 *     its documents and the sizes of its segments differ
 * @param rank the static rank by which the index is sorted, greatest first
 * @param overwrite true if an index in the folder may be replaced
 */
public record IndexRequest(
    DocumentSource source,
    Path folder,
    int passageWords,
    Analysis analysis,
    int maxSegments,
    long maxDocuments,
    int threads,
    RankKind rank,
    boolean overwrite) {
  public IndexRequest {
    Passages.check(passageWords);
    if (maxSegments < 0 || maxDocuments < 0) {
      throw new IllegalArgumentException(
          "expected limits of 0 or more, found %d segments and %d documents"
              .formatted(maxSegments, maxDocuments));
    }
    if (threads < 1) {
      throw new IllegalArgumentException("expected 1 or more threads, found " + threads);
    }
  }

  /**
   * All documents whole, standard analysis, natural segments, no static rank, a thread for each
   * core.
   */
  public static IndexRequest of(DocumentSource source, Path folder) {
    return new IndexRequest(
        source,
        folder,
        0,
        Analysis.STANDARD,
        0,
        0,
        Runtime.getRuntime().availableProcessors(),
        new RankKind.None(),
        false);
  }
}
