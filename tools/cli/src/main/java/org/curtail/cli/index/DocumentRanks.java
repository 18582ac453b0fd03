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

  /** No document has a rank. */
  static DocumentRanks none() {
    return (document, number) -> OptionalDouble.empty();
  }

  /** Words of a document. */
  static DocumentRanks length() {
    return (document, number) -> OptionalDouble.of(Passages.words(document.body()));
  }

  /** The rank in the document's own field. */
  static DocumentRanks field() {
    return (document, number) -> document.rank();
  }
}
