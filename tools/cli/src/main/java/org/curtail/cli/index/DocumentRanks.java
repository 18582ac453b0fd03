package org.curtail.cli.index;

import java.util.OptionalDouble;
import org.curtail.cli.documents.Document;
import org.curtail.cli.documents.Passages;

/** The static ranks of the documents of a source, queried in the order of the source. */
@FunctionalInterface
interface DocumentRanks {
  /**
   * The rank of the next document; finite and at least 0. Empty if documents have none.
   *
   * @param number number of the document, from 0
   */
  OptionalDouble of(Document document, long number);

  /** Ranks of documents without any. */
  static DocumentRanks none() {
    return (document, number) -> OptionalDouble.empty();
  }

  /** Ranks by the number of words. */
  static DocumentRanks length() {
    return (document, number) -> OptionalDouble.of(Passages.words(document.body()));
  }

  /** Ranks from the documents' own field. */
  static DocumentRanks field() {
    return (document, number) -> document.rank();
  }
}
