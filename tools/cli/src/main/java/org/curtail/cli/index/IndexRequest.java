package org.curtail.cli.index;

import java.nio.file.Path;
import org.curtail.cli.documents.DocumentSource;
import org.curtail.cli.documents.Passages;
import org.curtail.cli.lucene.Analysis;

/**
 * An index to be made.
 *
 * @param source where the documents are
 * @param folder where the index is to be
 * @param passageWords words of a passage, each half new; 0 for whole documents
 * @param analysis how text becomes words
 * @param maxSegments merge to at most so many segments; 0 leaves them as they come
 * @param maxDocuments stop after so many documents; 0 for all
 * @param threads indexing threads; with 1 the index is the same each time, with more the order of
 *     its documents and the sizes of its segments differ
 * @param rank the static rank by which the index is sorted, greatest first
 * @param overwrite whether an index in the folder may be replaced
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
