package org.curtail.cli.documents;

import java.io.IOException;

/** Receives documents one by one, in the order of the source. */
@FunctionalInterface
public interface DocumentSink {
  /**
   * Receives a document.
   *
   * @return false if no more are wanted
   */
  boolean accept(Document document) throws IOException;
}
